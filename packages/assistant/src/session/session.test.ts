import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from '@helve/command';
import { sampleCaller } from '@helve/policy/testing';
import { runLine } from '@helve/doors';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConversationLog } from '../log/conversation-log.ts';
import type { EntryBody } from '../log/entry.ts';
import { NO_USAGE } from '../model/usage.ts';
import { tempHome } from '../testing/temp-home.ts';
import { sessionModule } from './module.ts';
import type { Hit } from './search.ts';

const registry = new Registry([sessionModule]);

function said(text: string): EntryBody {
  return { type: 'user', origin: 'prompt', content: [{ type: 'text', text }] };
}

function answered(text: string, cost = 0.25): EntryBody {
  return { type: 'assistant', content: [{ type: 'text', text }], model: 'm', usage: { ...NO_USAGE, input: 7 }, cost };
}

interface Stage {
  readonly home: string;
  readonly cwd: string;
  /** A conversation in which these things were said; a minute after the one before. */
  readonly talk: (entries: readonly EntryBody[], cwd?: string) => ConversationLog;
  readonly run: (line: string) => Promise<unknown>;
  readonly found: (query: string) => Promise<readonly Hit[]>;
}

async function openStage(): Promise<Stage> {
  const home = await tempHome();
  const cwd = join(home, 'app');
  await mkdir(cwd);
  let time = Date.UTC(2026, 10, 16, 4, 0, 0);
  const caller = sampleCaller({ cwd, env: {}, home, registry });
  const run = async (line: string) => {
    const { data, error } = await runLine(registry, `helve session ${line}`, caller);
    return error ?? data;
  };
  return {
    home,
    cwd,
    run,
    talk: (entries, where = cwd) => {
      const now = (time += 60_000);
      const log = ConversationLog.create({ home, cwd: where, now: () => now });
      for (const entry of entries) log.append(entry);
      log.close();
      return log;
    },
    found: async (query) => ((await run(`search --query ${JSON.stringify(query)}`)) as { hits: readonly Hit[] }).hits,
  };
}

describe('session list', () => {
  it('gives the conversations of this folder, the latest first, and with --all those of others', async () => {
    const { talk, run, cwd } = await openStage();
    const first = talk([said('Mend the parser'), answered('Done.'), answered('Really.')]);
    const named = talk([said('x'), { type: 'title', title: 'A name' }]);
    const other = talk([said('Elsewhere')], '/elsewhere');
    expect(await run('list')).toEqual({
      sessions: [
        expect.objectContaining({ id: named.id, title: 'A name' }),
        {
          id: first.id,
          title: 'Mend the parser',
          cwd,
          begunAt: '2026-11-16T04:01:00.000Z',
          updatedAt: '2026-11-16T04:01:00.000Z',
          prompts: 1,
          answers: 2,
          costUsd: 0.5,
        },
      ],
      total: 2,
    });
    expect(await run('list --all --limit 1')).toMatchObject({ sessions: [{ id: other.id }], total: 3 });
  });

  it('shows those of subagents only when asked', async () => {
    const { talk, run, home, cwd } = await openStage();
    const parent = talk([said('Ask others')]);
    const agentOf = { id: parent.id, file: parent.file, name: 'scout', call: 'call_1' };
    const child = ConversationLog.create({ home, cwd, now: () => 0, agentOf });
    child.append(said('Look around'));
    child.close();
    expect(await run('list')).toMatchObject({ sessions: [{ id: parent.id }], total: 1 });
    expect(await run('list --agents')).toMatchObject({
      sessions: [{ id: parent.id }, { id: child.id, agentOf: parent.id }],
      total: 2,
    });
    expect(await run(`show --id ${child.id}`)).toMatchObject({ title: 'Look around', agentOf: parent.id });
  });
});

describe('session search', () => {
  it('finds what the user, the model and tools said, and what was called', async () => {
    const { talk, found } = await openStage();
    const call = { type: 'toolCall', id: 'c', name: 'Read', input: { file_path: 'src/needle.ts' } } as const;
    talk([
      said('Where is the haystack?'),
      { type: 'assistant', content: [call], model: 'm', usage: NO_USAGE },
      {
        type: 'toolResult',
        callId: 'c',
        name: 'Read',
        content: [{ type: 'text', text: 'export const straw = 1;' }],
        outcome: 'ok',
        brief: '',
        durationMs: 1,
      },
      answered('It is in the barn.'),
    ]);
    const speakers = async (query: string) => (await found(query)).map(({ speaker }) => speaker);
    expect(await speakers('haystack')).toEqual(['user']);
    expect(await speakers('needle')).toEqual(['assistant']);
    expect(await speakers('straw')).toEqual(['tool']);
    expect(await speakers('barn')).toEqual(['assistant']);
    expect(await found('haystack')).toMatchObject([{ excerpt: 'Where is the «haystack»?' }]);
  });

  it.each([
    ['parser error', 1],
    ['pars err', 1],
    ['"the parser"', 1],
    ['"parser the"', 0],
    ['parser missing', 0],
    ['café', 1],
    ['cafe', 1],
    ['設定', 1],
    ['定設', 0],
    ['프로젝트', 1],
    ['프로젝트를 고쳐', 1],
  ])('%s is found %i times', async (query, times) => {
    const { talk, found } = await openStage();
    talk([said('An error in the parser of the café')]);
    talk([said('この設定ファイルを直して')]);
    talk([said('프로젝트를 고쳐 줘')]);
    expect(await found(query)).toHaveLength(times);
  });

  it('takes any text for words, never for a language of its own', async () => {
    const { talk, run } = await openStage();
    talk([said('one two three')]);
    await fc.assert(
      fc.asyncProperty(
        fc.string({
          unit: fc.constantFrom('a', ' ', '"', '*', '(', ')', '^', ':', '-', '{', ' AND ', ' OR ', ' NOT ', 'NEAR'),
          maxLength: 12,
        }),
        async (query) => {
          const line = `search --query=${JSON.stringify(query)}`;
          const given = (await run(line)) as { code?: string; hits?: unknown };
          expect(given.hits ?? given.code).toEqual(given.hits ?? 'INVALID_INPUT');
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the index', () => {
  const file = (home: string) => join(home, 'conversations.db');

  it('is made anew when it is missing, broken, or of another version', async () => {
    const { talk, found, home } = await openStage();
    talk([said('alpha')]);
    expect(await found('alpha')).toHaveLength(1);
    const made = await readFile(file(home));
    for (const broken of [
      Buffer.alloc(0),
      Buffer.from('no database '.repeat(500)),
      breakPages(made),
      otherVersion(made),
    ]) {
      await writeFile(file(home), broken);
      expect(await found('alpha')).toHaveLength(1);
    }
    await rm(file(home));
    expect(await found('alpha')).toHaveLength(1);
    expect((await stat(file(home))).mode & 0o077).toBe(0);
  });

  it('follows logs that grow, are replaced, and go away', async () => {
    const { talk, found, run, home, cwd } = await openStage();
    const log = talk([said('alpha')]);
    expect(await found('alpha')).toHaveLength(1);
    const again = ConversationLog.open(log.file, Date.now);
    again.append(answered('beta'));
    again.close();
    expect(await found('beta')).toHaveLength(1);
    expect(await found('alpha')).toHaveLength(1);
    expect(await run('list')).toMatchObject({ sessions: [{ prompts: 1, answers: 1, title: 'alpha' }] });

    const other = ConversationLog.create({ home: join(home, 'other'), cwd, now: Date.now });
    for (const text of ['gamma', 'delta', 'epsilon']) other.append(said(text));
    other.close();
    await rename(other.file, log.file);
    expect(await found('alpha')).toEqual([]);
    expect(await found('gamma')).toHaveLength(1);

    await rm(log.file);
    expect(await found('gamma')).toEqual([]);
    expect(await run('list')).toEqual({ sessions: [], total: 0 });
  });

  it('leaves a line that is not whole yet for the next time', async () => {
    const { talk, found } = await openStage();
    const log = talk([said('alpha')]);
    const line = JSON.stringify({ id: 'late', parent: null, time: new Date(0).toISOString(), ...said('beta') });
    await appendFile(log.file, line.slice(0, 40));
    expect(await found('beta')).toEqual([]);
    await appendFile(log.file, `${line.slice(40)}\n`);
    expect(await found('beta')).toHaveLength(1);
  });
});

describe('session show, fork and delete', () => {
  it('shows what was said, the latest of it first to be kept', async () => {
    const { talk, run } = await openStage();
    const log = talk([said('one'), answered('two'), { type: 'turnEnd', outcome: 'success' }, said('three')]);
    expect(await run('show --limit 2')).toMatchObject({
      id: log.id,
      title: 'one',
      answers: 1,
      costUsd: 0.25,
      items: [
        { kind: 'assistant', text: 'two' },
        { kind: 'user', text: 'three' },
      ],
      earlier: 1,
    });
  });

  it('forks at an entry and leaves the other as it was', async () => {
    const { talk, run } = await openStage();
    const log = talk([said('one'), answered('two'), said('three')]);
    const before = await readFile(log.file, 'utf8');
    const at = log.entries[2]?.id;
    const forked = (await run(`fork --id ${log.id} --at ${at}`)) as { id: string };
    expect(forked).toMatchObject({ forkedFrom: log.id, entries: 3 });
    expect(await run(`show --id ${forked.id}`)).toMatchObject({
      forkedFrom: log.id,
      items: [{ text: 'one' }, { text: 'two' }],
    });
    expect(await readFile(log.file, 'utf8')).toBe(before);
    expect(await run('fork --at nowhere')).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('deletes one, and nothing with --dry-run', async () => {
    const { talk, run, found } = await openStage();
    const log = talk([said('alpha')]);
    talk([said('beta')]);
    expect(await run(`delete --id ${log.id} --dry-run`)).toEqual({ id: log.id, title: 'alpha', deleted: false });
    expect(await found('alpha')).toHaveLength(1);
    expect(await run(`delete --id ${log.id}`)).toEqual({ id: log.id, title: 'alpha', deleted: true });
    expect(await found('alpha')).toEqual([]);
    expect(await found('beta')).toHaveLength(1);
    await expect(stat(log.file)).rejects.toThrow('ENOENT');
    expect(await run(`delete --id ${log.id}`)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('says so where there is none', async () => {
    const { run } = await openStage();
    expect(await run('show')).toMatchObject({ code: 'NOT_FOUND' });
    expect(await run('show --id nothing')).toMatchObject({ code: 'NOT_FOUND' });
  });
});

/** The first page says it is a database; the rest is garbage. */
function breakPages(made: Buffer): Buffer {
  return Buffer.concat([made.subarray(0, 4096), Buffer.alloc(made.length - 4096, 0xab)]);
}

/** `user_version` stands at byte 60. */
function otherVersion(made: Buffer): Buffer {
  const other = Buffer.from(made);
  other.writeUInt32BE(99, 60);
  return other;
}
