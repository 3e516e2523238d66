import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../packages/assistant/src/log/entry.ts';
import { openAssistant } from './kit/assistant.ts';
import { BINARY } from './kit/helve.ts';

const todo = (text: string) => ({ calls: [{ name: 'Todo', input: { items: [{ text, state: 'open' }] } }] });

async function logFile(home: string): Promise<string> {
  const projects = join(home, 'projects');
  const [project = ''] = await readdir(projects);
  const [file = ''] = await readdir(join(projects, project));
  return join(projects, project, file);
}

describe('conversations that were had', () => {
  it('are listed, found, shown, exported, forked and deleted', async () => {
    const { askJson, helve, dir } = await openAssistant([{ text: 'The answer is in the attic.' }]);
    const { result } = await askJson('Where is the answer?');
    const session = async (...args: readonly string[]) => JSON.parse((await helve(['session', ...args])).stdout).data;
    expect(await session('list')).toMatchObject({
      sessions: [{ id: result.session_id, title: 'Where is the answer?' }],
    });
    expect(await session('search', '--query', 'attic')).toMatchObject({ hits: [{ id: result.session_id }] });
    expect(await session('show')).toMatchObject({ items: [{ kind: 'user' }, { text: 'The answer is in the attic.' }] });
    await session('export', '--format', 'html', '--path', 'out/page.html');
    expect(await readFile(join(dir, 'out/page.html'), 'utf8')).toContain('in the attic');
    const { id } = await session('fork');
    expect((await session('list')).total).toBe(2);
    await session('delete', '--id', id);
    expect((await session('list')).total).toBe(1);
  });

  it('are found by many processes at once, none of which has made the index yet', async () => {
    const { ask, helve, home } = await openAssistant(() => ({ text: 'In the attic.' }));
    await Promise.all(Array.from({ length: 3 }, (_, index) => ask(`Question ${index}`)));
    const search = async () => JSON.parse((await helve(['session', 'search', '--query', 'attic'])).stdout);
    const expected = { ok: true, data: { total: 3 } };
    for (const found of await Promise.all([search(), search(), search(), search()]))
      expect(found).toMatchObject(expected);
    await writeFile(join(home, 'conversations.db'), 'no database '.repeat(1000));
    for (const found of await Promise.all([search(), search(), search(), search()]))
      expect(found).toMatchObject(expected);
  });
});

describe('kill -9', () => {
  it.each([2, 5, 9, 14])('after %i events loses none that was told of, and the conversation goes on', async (count) => {
    let step = 0;
    const { env, dir, home, ask, server } = await openAssistant(({ body }) => {
      const last = JSON.stringify(body.messages.at(-1));
      return last.includes('Go on') ? { text: 'Here I am.' } : todo(`step ${step++}`);
    });
    const child = spawn(process.execPath, [BINARY, '-p', 'Begin', '--output-format', 'stream-json'], {
      cwd: dir,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const told: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      told.push(line);
      if (told.length === count) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    const entries = await readWhole(home);
    const ids = entries.flatMap((entry) => (entry.type === 'toolResult' ? [entry.callId] : []));
    const ended = told.flatMap((line) => {
      const { type, message } = JSON.parse(line) as { type: string; message?: { content: { tool_use_id: string }[] } };
      return type === 'user' ? (message?.content.map((block) => block.tool_use_id) ?? []) : [];
    });
    expect(ids).toEqual(expect.arrayContaining(ended));
    const answers = told.filter((line) => line.startsWith('{"type":"assistant"')).length;
    expect(entries.filter(({ type }) => type === 'assistant').length).toBeGreaterThanOrEqual(answers);

    // And as if the last line had been cut in the middle of being written.
    const file = await logFile(home);
    await truncate(file, (await readFile(file)).length - 7);
    expect(await ask('Go on', ['-c'])).toMatchObject({ code: 0, stdout: 'Here I am.\n' });
    expect(server.requests.at(-1)?.body.messages[0].content[0].text).toBe('Begin');
  });
});

async function readWhole(home: string): Promise<readonly Entry[]> {
  const lines = (await readFile(await logFile(home), 'utf8')).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Entry);
}

describe('helve replay', () => {
  const write = { calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'x' } }] };

  it('plays a conversation without a network, and changes nothing', async () => {
    const { askJson, ask, helve, helveOnTerminal, server, dir, conversations } = await openAssistant([
      { text: 'I will write.', ...write },
      { text: 'Written.' },
      { text: 'Bye.' },
    ]);
    const { result } = await askJson('Write it', ['--permission-mode', 'acceptEdits']);
    await ask('Thanks', ['-c']);
    await rm(join(dir, 'a.txt'));
    await server.close();
    const played = await helve(['replay', result.session_id]);
    expect(JSON.parse(played.stdout)).toEqual({
      ok: true,
      data: {
        id: result.session_id,
        turns: [
          { outcome: 'success', text: 'Written.' },
          { outcome: 'success', text: 'Bye.' },
        ],
        calls: 1,
        different: [],
      },
    });
    const { stdout } = await helveOnTerminal(['replay', result.session_id]);
    expect(stdout.replaceAll('\r', '')).toContain(
      '> Write it\n\nI will write.\n⏺ Write(a.txt)\nWritten.\n\n> Thanks\n\nBye.\n\n2 turns, 1 calls\n',
    );
    expect(await readdir(dir)).toEqual([]);
    expect(await conversations()).toHaveLength(1);
  });

  it('calls what was called again with --run-tools, and says what came out otherwise', async () => {
    const { askJson, helve, server, dir } = await openAssistant([write, { text: 'Written.' }]);
    const { result } = await askJson('Write it', ['--permission-mode', 'acceptEdits']);
    await rm(join(dir, 'a.txt'));
    await server.close();
    const flags = ['replay', result.session_id, '--run-tools', '--permission-mode'];
    const again = await helve([...flags, 'acceptEdits']);
    expect([again.code, JSON.parse(again.stdout).data.different]).toEqual([0, []]);
    expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('x');
    const planned = await helve([...flags, 'plan']);
    expect([planned.code, JSON.parse(planned.stdout).data.different]).toMatchObject([
      1,
      [{ name: 'Write', recorded: 'ok', played: 'denied' }],
    ]);
  });

  it('says what it needs', async () => {
    const { helve } = await openAssistant([]);
    expect(await helve(['replay'])).toMatchObject({ code: 2, stderr: expect.stringContaining('needs the id') });
    expect(await helve(['replay', 'none'])).toMatchObject({ code: 1, stdout: expect.stringContaining('NOT_FOUND') });
  });
});
