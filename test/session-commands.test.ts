import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAssistant } from './kit/assistant.ts';
import { say } from './kit/said.ts';

const read = { calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] };

interface Listed {
  readonly id: string;
  readonly title: string;
}

/** Two conversations here, of which the latter has a subagent, and one in a folder below. */
async function openHad() {
  const delegate = { calls: [{ name: 'Agent', input: { prompt: 'Look around', agent: 'explore' } }] };
  const sandbox = await openAssistant(
    ({ body }) => {
      const [first] = body.messages[0].content;
      const fresh = body.messages.length === 1;
      if (first.text === 'Second') return fresh ? delegate : { text: `It is in the attic. ${'x'.repeat(3000)}` };
      return fresh && first.text === 'First' ? read : { text: `An attic? ${first.text}.` };
    },
    { 'a.txt': 'alpha', 'sub/b.txt': 'b' },
  );
  const ids: string[] = [];
  for (const [prompt, ...flags] of [['First'], ['Second'], ['Third', '--cwd', 'sub']] as const)
    ids.push((await sandbox.askJson(prompt, flags)).result.session_id);
  const session = async (...args: readonly string[]) => (await say(sandbox, 'session', ...args)).data;
  const titles = async (...args: readonly string[]) =>
    ((await session('list', ...args)).sessions as readonly Listed[]).map(({ title }) => title);
  return { ...sandbox, ids, session, titles };
}

it('session list has those of this folder; --all, --agents and --limit change that', async () => {
  const { titles, session } = await openHad();
  expect(await titles()).toEqual(['Second', 'First']);
  expect(await titles('--all')).toEqual(['Third', 'Second', 'First']);
  expect((await titles('--agents')).sort()).toEqual(['First', 'Look around', 'Second']);
  expect(await session('list', '--all', '--limit', '1')).toMatchObject({ sessions: [{ title: 'Third' }], total: 3 });
});

it('session search finds words and phrases, here or with --all, up to --limit', async () => {
  const { session } = await openHad();
  const found = async (...args: readonly string[]) => (await session('search', '--query', ...args)).total;
  expect(await found('attic')).toBe(4);
  expect(await found('"the attic"')).toBe(1);
  expect(await found('"attic the"')).toBe(0);
  expect(await found('attic', '--all')).toBe(5);
  const { hits } = await session('search', '--query', 'attic', '--all', '--limit', '2');
  expect(hits).toHaveLength(2);
});

it('session show has the latest of one, cut unless --full, with tools and their results', async () => {
  const { session, ids } = await openHad();
  const shown = async (...args: readonly string[]) =>
    (await session('show', ...args)) as { items: readonly { kind: string; text: string }[]; earlier: number };
  const latest = await shown();
  expect(latest.items.at(-1)?.text).toMatch(/^It is in the attic\. x+… \[\d+ more characters; use full\]$/);
  expect((await shown('--full')).items.at(-1)?.text).toHaveLength(3020);
  expect(await shown('--limit', '1')).toMatchObject({
    items: [{ kind: 'assistant' }],
    earlier: latest.items.length - 1,
  });
  const first = await shown('--id', (ids[0] ?? '').slice(0, 19));
  expect(first.items.map(({ kind, text }) => [kind, text.split('\n').at(-1)])).toEqual([
    ['user', 'First'],
    ['tool', expect.stringContaining('alpha')],
    ['assistant', 'An attic? First.'],
  ]);
});

describe('session export', () => {
  it.each([
    ['markdown', /^# First\n[^]*alpha/],
    ['json', /"version": 1[^]*"toolResult"/],
    ['html', /^<!doctype html>[^]*alpha/i],
    ['log', /"event":"session_init"[^]*"event":"tool_result"/],
  ])('makes %s of one, in the result or in a file for its owner alone', async (format, holds) => {
    const { session, ids, dir, helve } = await openHad();
    const args = ['export', '--id', ids[0] ?? '', '--format', format];
    const { content, bytes } = await session(...args);
    expect(content).toMatch(holds);
    expect(bytes).toBe(Buffer.byteLength(String(content)));
    const file = join(dir, 'out/file');
    expect(await session(...args, '--path', 'out/file')).toMatchObject({ path: 'out/file' });
    expect([await readFile(file, 'utf8'), (await stat(file)).mode & 0o777]).toEqual([content, 0o600]);
    expect((await helve(['session', ...args, '--path', 'out/file'])).stdout).toContain('ALREADY_EXISTS');
    expect(await session('export', '--format', format, '--path', 'out/file', '--overwrite')).toMatchObject({
      id: ids[1],
    });
  });
});

it('session fork begins another at the end or at an entry, which the assistant goes on with', async () => {
  const { session, ids, ask, server } = await openHad();
  const whole = await session('fork', '--id', ids[0] ?? '');
  const items = (await session('show', '--id', ids[0] ?? '')).items as readonly { entry: string }[];
  const part = await session('fork', '--id', ids[0] ?? '', '--at', items[0]?.entry ?? '');
  const before = server.requests.length;
  for (const { id } of [whole, part]) await ask('And then?', ['-r', String(id)]);
  const [one, other] = server.requests.slice(before).map(({ body }) => JSON.stringify(body.messages));
  expect([one?.includes('An attic?'), other?.includes('An attic?'), other?.includes('First')]).toEqual([
    true,
    false,
    true,
  ]);
  expect((await session('show', '--id', String(part.id))).forkedFrom).toBe(ids[0]);
});

it('session delete takes one away with those of its subagents, and nothing with --dry-run', async () => {
  const { session, ids, titles, helve } = await openHad();
  const id = ids[1] ?? '';
  expect(await session('delete', '--id', id, '--dry-run')).toMatchObject({ title: 'Second', deleted: false });
  expect(await titles('--agents')).toHaveLength(3);
  expect(await session('delete', '--id', id)).toMatchObject({ id, deleted: true });
  expect(await titles('--agents')).toEqual(['First']);
  expect((await helve(['-p', 'Hi', '-r', id])).stderr).toContain(`There is no conversation "${id}"`);
});

describe('helve replay', () => {
  it('says all as data with --json, also on a terminal', async () => {
    const { ids, helveOnTerminal, server } = await openHad();
    await server.close();
    const { stdout } = await helveOnTerminal(['replay', ids[0] ?? '', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { id: ids[0], calls: 1, different: [] } });
  });

  it('asks before it calls again what was called, unless a mode allows it', async () => {
    const write = { calls: [{ name: 'Write', input: { file_path: 'b.txt', content: 'x' } }] };
    const { askJson, helve, server } = await openAssistant([write, { text: 'ok' }]);
    const { result } = await askJson('Go', ['--permission-mode', 'acceptEdits']);
    await server.close();
    const again = async (...flags: readonly string[]) => {
      const { code, stdout } = await helve(['replay', result.session_id, '--run-tools', ...flags]);
      return [code, JSON.parse(stdout).data.different.length];
    };
    expect([await again(), await again('--permission-mode', 'bypassPermissions')]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });
});
