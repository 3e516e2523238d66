import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UNCONFINED } from './kit/assistant.ts';
import { bash, openThreads } from './kit/threads.ts';
import { processesWith, uniqueSeconds, waitFor } from '../packages/processes/src/testing/processes.ts';

const wait = ['--wait', '--timeout-seconds', '60'];

describe('a thread', () => {
  it('goes on after the process that started it has ended, and tells how it went', async () => {
    const { thread, list, server } = await openThreads([{ text: ['All', ' clean.'] }, { text: 'Really.' }]);
    const started = await thread('start', '--prompt', 'Look for dead code', '--name', 'dead-code');
    expect(started).toMatchObject({ ok: true, data: { name: 'dead-code', status: 'running', mode: 'default' } });
    expect((await thread('read', '--id', 'dead-code', ...wait)).data).toMatchObject({
      id: started.data.id,
      status: 'done',
      answer: 'All clean.',
      items: [
        { kind: 'user', text: 'Look for dead code' },
        { kind: 'assistant', text: 'All clean.' },
      ],
    });
    expect(await list()).toEqual(['dead-code: done']);
    await thread('send', '--id', started.data.id.slice(0, 14), '--prompt', 'Sure?');
    expect((await thread('read', '--id', 'dead-code', ...wait)).data).toMatchObject({ answer: 'Really.' });
    expect(server.requests.at(-1)?.body.messages).toHaveLength(3);
  });

  it('has nobody to ask, so that what would be asked is denied; a mode may allow it', async () => {
    const { thread, dir } = await openThreads(
      ({ body }) => (body.messages.length === 1 ? { calls: [bash('touch made')] } : { text: 'Tried.' }),
      {},
      UNCONFINED,
    );
    await thread('start', '--prompt', 'Make it', '--name', 'one');
    expect((await thread('read', '--id', 'one', ...wait)).data).toMatchObject({
      status: 'done',
      denials: [expect.stringContaining('nobody can be asked')],
    });
    expect(existsSync(join(dir, 'made'))).toBe(false);
    await thread('start', '--prompt', 'Make it', '--name', 'two', '--mode', 'bypassPermissions');
    expect((await thread('read', '--id', 'two', ...wait)).data).toMatchObject({ mode: 'bypassPermissions' });
    expect(existsSync(join(dir, 'made'))).toBe(true);
  });

  it('is told something while it goes on, and stopped with what it runs', async () => {
    const line = `sleep ${uniqueSeconds()}`;
    const { thread, list, dir } = await openThreads(
      [{ calls: [bash('until [ -e go ]; do sleep 0.05; done')] }, { calls: [bash(line)] }, { text: 'Rested.' }],
      {},
      { permissions: { allow: ['Bash'] } },
    );
    await thread('start', '--prompt', 'Run', '--name', 'runner');
    expect(await thread('send', '--id', 'runner', '--prompt', 'And then sleep')).toMatchObject({ ok: true });
    await writeFile(join(dir, 'go'), '');
    await waitFor(() => processesWith(line).length > 0);
    expect((await thread('stop', '--id', 'runner')).data.status).toBe('stopped');
    expect(await list()).toEqual(['runner: stopped']);
    const { data } = await thread('read', '--id', 'runner');
    expect(data.items?.map(({ text }) => text)).toContain('And then sleep');
    await waitFor(() => processesWith(line).length === 0);
    expect((await thread('stop', '--id', 'runner')).error).toMatchObject({ code: 'NOTHING_TO_DO' });
    await thread('start', '--id', 'runner');
    expect((await thread('read', '--id', 'runner', ...wait)).data).toMatchObject({ status: 'done', answer: 'Rested.' });
  });

  it('takes a skill for what it means: at once where it is only words, else when the turn is over', async () => {
    const { thread, server, dir } = await openThreads(
      ({ body }, index) => {
        const known = JSON.stringify(body.system).includes('Audit') ? 'Audited.' : 'ok';
        return index === 0 ? { calls: [bash('until [ -e go ]; do sleep 0.05; done')] } : { text: known };
      },
      {
        '.claude/commands/greet.md': 'Greet $ARGUMENTS.',
        '.claude/commands/audit.md': '---\ncontext: fork\n---\nAudit it.',
        '.claude/skills/look/SKILL.md': '---\nallowed-tools: Read\n---\nLook.',
      },
      { permissions: { allow: ['Bash'] } },
    );
    const say = (id: string, prompt: string) => thread('send', '--id', id, '--prompt', prompt);
    await thread('start', '--prompt', 'Run', '--name', 'runner');
    for (const prompt of ['/look', '/audit', '/greet them', 'and go on']) await say('runner', prompt);
    expect((await say('runner', '/gret')).error).toMatchObject({
      hint: expect.stringContaining('Did you mean /greet'),
    });
    await writeFile(join(dir, 'go'), '');
    expect((await thread('read', '--id', 'runner', ...wait)).data).toMatchObject({
      status: 'done',
      answer: 'Audited.',
    });
    const last = server.requests.map(({ body }) => JSON.stringify(body.messages.at(-1).content));
    expect(last[1]).toMatch(/tool_result.*<skill name=.*Greet them\..*and go on/);
    expect(last[2]).toMatch(/^\[\{"type":"text","text":"<skill name=.*Look\./);
    expect(server.requests.map(({ body }) => body.tools.length === 1)).toEqual([false, false, true, false]);
    expect(JSON.stringify(server.requests[3]?.body.system)).toContain('Audit it.');
    await thread('start', '--prompt', '/greet all', '--name', 'greeter');
    await thread('read', '--id', 'greeter', ...wait);
    expect(JSON.stringify(server.requests[4]?.body.messages)).toContain('Greet all.');
  });

  it('is one of an agent that a file describes, with its model', async () => {
    const { thread, server } = await openThreads([{ text: 'Reviewed.' }], {
      '.helve/agents/reviewer.md': '---\nname: reviewer\nmodel: haiku\ntools: Read\n---\nYou review documents.',
    });
    const started = await thread('create-start', '--task', 'Review the generated docs', '--agent', 'reviewer');
    await thread('read', '--id', started.data.id, ...wait);
    const { model, system, tools } = server.requests[0]?.body ?? {};
    expect(model).toMatch(/haiku/);
    expect(JSON.stringify(system)).toContain('You review documents.');
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(['Read']);
    expect((await thread('create-start', '--task', 'x', '--agent', 'reviwer')).error).toMatchObject({
      code: 'NOT_FOUND',
      hint: 'Did you mean reviewer?',
    });
  });

  it('that fails says why', async () => {
    const { thread } = await openThreads([
      { status: 400, error: { type: 'invalid_request_error', message: 'no such thing' } },
    ]);
    await thread('start', '--prompt', 'Hi', '--name', 'hi', '--model', 'sonnet');
    expect((await thread('read', '--id', 'hi', ...wait)).data).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('no such thing'),
      model: expect.stringMatching(/^claude-sonnet/),
    });
  });

  it('is deleted with its conversation, while it runs only where that is forced', async () => {
    const line = `sleep ${uniqueSeconds()}`;
    const { thread, list, helve, conversations } = await openThreads(
      ({ body }) => {
        const [{ content }, ...more] = body.messages;
        if (content[0].text === 'Look') return { text: 'Looked.' };
        if (more.length > 0) return { calls: [bash(line)] };
        return { calls: [{ name: 'Agent', input: { prompt: 'Look' } }] };
      },
      {},
      { permissions: { allow: ['Bash'] } },
    );
    const { id } = (await thread('start', '--prompt', 'Run', '--name', 'runner')).data;
    await waitFor(() => processesWith(line).length > 0);
    expect((await thread('delete', '--id', 'runner')).error).toMatchObject({
      code: 'CONFLICT',
      message: `The thread ${id} still runs`,
      hint: `To stop it and delete it: helve thread delete --id ${id} --force`,
    });
    expect((await thread('delete', '--id', 'runer')).error).toMatchObject({
      code: 'NOT_FOUND',
      hint: `Did you mean runner? There are: ${id} (runner).`,
    });
    expect((await thread('delete', '--id', id, '--dry-run')).data).toEqual({ id, name: 'runner', deleted: false });
    expect(await list()).toEqual(['runner: running']);
    expect((await thread('delete', '--id', 'runner', '--force')).data).toEqual({ id, name: 'runner', deleted: true });
    await waitFor(() => processesWith(line).length === 0);
    expect(await list()).toEqual([]);
    const { data } = JSON.parse((await helve(['session', 'list', '--all', '--agents'])).stdout);
    expect([data.total, await conversations()]).toEqual([0, []]);
    expect((await thread('delete', '--id', 'runner')).error).toMatchObject({
      code: 'NOT_FOUND',
      hint: 'There is none yet: helve thread start',
    });
  });

  it('that is over is deleted at once, also when its conversation is gone already', async () => {
    const { thread, list, helve } = await openThreads(() => ({ text: 'Done.' }));
    for (const name of ['one', 'two']) {
      await thread('start', '--prompt', 'Hi', '--name', name);
      await thread('read', '--id', name, ...wait);
    }
    const { id } = (await thread('read', '--id', 'two')).data;
    expect(await helve(['session', 'delete', '--id', id])).toMatchObject({ code: 0 });
    expect((await thread('delete', '--id', 'two')).data).toMatchObject({ deleted: true });
    expect(await list()).toEqual(['one: done']);
    expect((await thread('delete', '--id', 'one')).data).toMatchObject({ deleted: true });
    expect(await list()).toEqual([]);
  });

  it.each([
    [['read', '--id', 'nobody'], 'NOT_FOUND'],
    [['start', '--prompt', ' '], 'INVALID_INPUT'],
    [['start', '--prompt', 'Hi', '--model', 'openai/gpt-5.2'], 'AUTH_REQUIRED'],
  ])('says what is wrong with %j', async (args, code) => {
    const { thread, list } = await openThreads([]);
    const { error } = await thread(...args);
    expect(error?.code).toBe(code);
    expect(await list()).toEqual([]);
  });
});
