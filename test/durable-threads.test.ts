import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UNCONFINED } from './kit/assistant.ts';
import { bash, never, openThreads, until, wait } from './kit/threads.ts';

const ALLOWED = { permissions: { allow: ['Bash'] } };

/** What the model is told in the last message of a request. */
const lastMessage = (body: { messages: readonly { content: unknown }[] }) =>
  JSON.stringify(body.messages.at(-1)?.content);

describe('after the service was stopped, a thread', () => {
  it.each(['stop', 'restart'])('that ran a command continues (service %s)', async (action) => {
    const { thread, server, helve, dir } = await openThreads(
      [{ calls: [bash('echo once >> effects; until [ -e go ]; do sleep 0.05; done')] }, { text: 'Checked.' }],
      {},
      ALLOWED,
    );
    await thread('start', '--prompt', 'Run', '--name', 'runner');
    await until(async () => (await readFile(join(dir, 'effects'), 'utf8').catch(() => '')) !== '');
    await helve(['service', action]);
    expect((await thread('wait', '--id', 'runner', ...wait)).data).toMatchObject({
      status: 'done',
      answer: 'Checked.',
    });
    expect(await readFile(join(dir, 'effects'), 'utf8')).toBe('once\n');
    expect(lastMessage(server.requests[1]?.body)).toContain('The turn was cancelled');
  });
});

it('a name that several threads have names none of them', async () => {
  const { thread, list } = await openThreads([]);
  for (const task of ['a', 'b']) await thread('create', '--task', task, '--name', 'dup');
  expect((await thread('delete', '--id', 'dup')).error).toMatchObject({ code: 'AMBIGUOUS_MATCH' });
  expect(await list()).toHaveLength(2);
});

it('thread wait exits with 1 unless the thread finished successfully', async () => {
  const { thread, helve } = await openThreads([{ text: 'Done.' }, { text: 'Half', hold: never }]);
  const codeOf = async (name: string, seconds: string) =>
    (await helve(['thread', 'wait', '--id', name, '--timeout-seconds', seconds])).code;
  await thread('start', '--prompt', 'Run', '--name', 'good');
  expect(await codeOf('good', '60')).toBe(0);
  await thread('start', '--prompt', 'Run', '--name', 'slow');
  expect(await codeOf('slow', '1')).toBe(1);
});

describe('after the service was killed, a thread', () => {
  it('resumes an answer that was cut off, with the keys of the next command', async () => {
    const { thread, server, killService, home } = await openThreads([
      { text: ['Half', ' a sentence'], hold: never },
      { text: 'Whole.' },
    ]);
    await thread('start', '--prompt', 'Talk', '--name', 'talker');
    await server.received(1);
    await killService();
    expect((await thread('wait', '--id', 'talker', ...wait)).data).toMatchObject({ status: 'done', answer: 'Whole.' });
    expect(server.requests[1]?.body.messages).toHaveLength(1);
    // No key is written down.
    expect(await readFile(join(home, 'threads.db'), 'latin1')).not.toContain(server.requests[0]?.headers['x-api-key']);
  });

  it('does not repeat a call whose result is known', async () => {
    const { thread, server, killService, dir } = await openThreads(
      [{ calls: [bash('echo once >> effects')] }, { text: 'Half', hold: never }, { text: 'Done.' }],
      {},
      ALLOWED,
    );
    await thread('start', '--prompt', 'Run', '--name', 'runner');
    await server.received(2);
    await killService();
    expect((await thread('wait', '--id', 'runner', ...wait)).data).toMatchObject({ status: 'done', answer: 'Done.' });
    expect(await readFile(join(dir, 'effects'), 'utf8')).toBe('once\n');
    expect(server.requests[2]?.body.messages).toEqual(server.requests[1]?.body.messages);
  });

  it('tells the model that the outcome of a call is unknown, and does not repeat it', async () => {
    const { thread, server, killService, dir } = await openThreads(
      [{ calls: [bash('echo once >> effects; until [ -e go ]; do sleep 0.05; done')] }, { text: 'Checked.' }],
      {},
      ALLOWED,
    );
    await thread('start', '--prompt', 'Run', '--name', 'runner');
    await until(async () => (await readFile(join(dir, 'effects'), 'utf8').catch(() => '')) !== '');
    await thread('send', '--id', 'runner', '--prompt', 'Be careful');
    await killService();
    expect((await thread('wait', '--id', 'runner', ...wait)).data).toMatchObject({ answer: 'Checked.' });
    expect(await readFile(join(dir, 'effects'), 'utf8')).toBe('once\n');
    expect(lastMessage(server.requests[1]?.body)).toContain('The outcome of this call is unknown');
    // What was said to it meanwhile is not lost, and arrives once.
    const said = JSON.stringify(server.requests.map(({ body }) => body.messages));
    expect(said.split('Be careful')).toHaveLength(2);
  });

  it('keeps to its limit of requests', async () => {
    const { thread, server, killService } = await openThreads(
      [{ calls: [bash('true')] }, { text: 'Half', hold: never }, { calls: [bash('true')] }, { text: 'Too many.' }],
      {},
      ALLOWED,
    );
    await thread('start', '--prompt', 'Run', '--name', 'runner', '--max-turns', '2');
    await server.received(2);
    await killService();
    expect((await thread('wait', '--id', 'runner', ...wait)).data).toMatchObject({
      status: 'failed',
      problem: 'Turn limit reached',
    });
    expect(server.requests).toHaveLength(3);
  });

  it('is parked once it has ended the service three times, and starts again by hand', async () => {
    const { thread, home, dir } = await openThreads(
      ({ body }) => {
        const isSafe = JSON.stringify(body.messages).includes('Stop that');
        return isSafe ? { text: 'Sorry.' } : { calls: [bash(`read -r pid < pid; kill -9 "$pid"; sleep 60`)] };
      },
      {},
      { ...ALLOWED, ...UNCONFINED },
    );
    const writePid = async () => {
      const { pid } = JSON.parse(await readFile(join(home, 'service.json'), 'utf8')) as { pid: number };
      await writeFile(join(dir, 'pid'), `${pid}\n`);
    };
    await thread('create', '--task', 'Kill', '--name', 'killer');
    await writePid();
    await thread('start', '--id', 'killer');
    await until(async () => {
      const { data } = await thread('get', '--id', 'killer');
      await writePid();
      return data?.status === 'parked';
    });
    expect((await thread('get', '--id', 'killer')).data.problem).toMatch(/^The service ended 3 times/);
    await thread('send', '--id', 'killer', '--prompt', 'Stop that');
    expect((await thread('wait', '--id', 'killer', ...wait)).data).toMatchObject({ status: 'done', answer: 'Sorry.' });
  });
});

describe('threads', () => {
  it('run as many at a time as allowed, by priority and fairly between projects', async () => {
    const order: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { thread, server, list, helve } = await openThreads(
      ({ body }, index) => {
        order.push(body.messages[0].content[0].text);
        return { text: 'ok', ...(index === 0 ? { hold: held } : {}) };
      },
      { 'other/.git/HEAD': '' },
      undefined,
      { HELVE_MAX_THREADS: '1' },
    );
    const start = (name: string, ...more: readonly string[]) =>
      thread('start', '--prompt', name, '--name', name, ...more);
    await start('first');
    await server.received(1);
    for (const name of ['low', 'cancelled', 'low too']) await start(name);
    await start('high', '--priority', '5');
    await thread('stop', '--id', 'cancelled');
    await thread('update', '--id', 'low too', '--data', '{"priority":7}');
    expect(await list()).toEqual([
      'first: running',
      'low: queued',
      'cancelled: stopped',
      'low too: queued',
      'high: queued',
    ]);
    expect((await thread('delete', '--id', 'low')).error).toMatchObject({ code: 'CONFLICT' });
    await helve(['thread', 'start', '--cwd', 'other', '--prompt', 'elsewhere', '--name', 'elsewhere']);
    release();
    for (const name of ['low', 'elsewhere']) await thread('wait', '--id', name, ...wait);
    expect(order).toEqual(['first', 'low too', 'high', 'low', 'elsewhere']);
  });

  it('that may ask wait for an answer, also to a question that the service took with it', async () => {
    const { thread, killService, server, dir } = await openThreads(
      ({ body }) => {
        const last = lastMessage(body);
        if (last.includes('not run')) return { calls: [bash('echo once >> effects')] };
        if (last.includes('tool_result') && !last.includes('blue')) {
          return { calls: [{ name: 'AskUser', input: { question: 'Which colour?', options: ['red', 'blue'] } }] };
        }
        return last.includes('blue') ? { text: 'Blue it is.' } : { calls: [bash('echo once >> effects')] };
      },
      {},
      UNCONFINED,
    );
    await thread('start', '--prompt', 'Go', '--name', 'asker', '--asks');
    const asked = (await thread('wait', '--id', 'asker', ...wait)).data;
    expect(asked).toMatchObject({ status: 'waiting', questions: [{ kind: 'permission' }] });
    await killService();
    await until(async () => (await thread('get', '--id', 'asker')).data.status === 'waiting');
    expect(lastMessage(server.requests[1]?.body)).toContain('It had no effect');
    expect((await thread('answer', '--id', 'asker', '--answer', 'once', '--question', 'x')).error).toMatchObject({
      code: 'INVALID_INPUT',
    });
    await thread('answer', '--id', 'asker', '--answer', 'once');
    await until(async () => (await thread('get', '--id', 'asker')).data.questions?.[0]?.kind === 'question');
    await thread('answer', '--id', 'asker', '--answer', 'blue');
    expect((await thread('wait', '--id', 'asker', ...wait)).data).toMatchObject({
      status: 'done',
      answer: 'Blue it is.',
    });
    expect(await readFile(join(dir, 'effects'), 'utf8')).toBe('once\n');
    expect((await thread('answer', '--id', 'asker', '--answer', 'x')).error).toMatchObject({ code: 'NOTHING_TO_DO' });
  });

  it('end when their spending limit is reached, also with a later message', async () => {
    const { thread, server } = await openThreads(() => ({ text: 'Hello.' }));
    await thread('start', '--prompt', 'Say hello', '--name', 'hello', '--max-cost', '0.0001');
    expect((await thread('wait', '--id', 'hello', ...wait)).data.status).toBe('done');
    await thread('send', '--id', 'hello', '--prompt', 'Again');
    expect((await thread('wait', '--id', 'hello', ...wait)).data).toMatchObject({
      status: 'failed',
      problem: 'Spending limit reached',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('are created, started, shown, renamed and stopped by their own commands', async () => {
    const { thread, list } = await openThreads(() => ({ text: 'Hello.' }));
    const created = await thread('create', '--task', 'Say hello', '--max-cost', '1');
    expect(created.data).toMatchObject({ name: 'Say hello', status: 'created', maxCost: 1 });
    const { id } = created.data;
    expect((await thread('status', '--id', id)).data.status).toBe('created');
    await thread('update', '--id', id, '--name', 'hello');
    expect((await thread('start', '--id', id, '--name', 'x')).error).toMatchObject({ code: 'INVALID_INPUT' });
    await thread('status', '--id', 'hello', '--status', 'running');
    await thread('wait', '--id', 'hello', ...wait);
    expect((await thread('messages', '--id', 'hello', '--limit', '1')).data).toMatchObject({
      id,
      items: [{ kind: 'assistant', text: 'Hello.' }],
      earlier: 1,
    });
    expect((await thread('start', '--id', 'hello')).error).toMatchObject({ code: 'NOTHING_TO_DO' });
    await thread('create-bg', '--task', 'Again');
    await thread('wait', '--id', 'Again', ...wait);
    expect(await list()).toEqual(['hello: done', 'Again: done']);
  });
});
