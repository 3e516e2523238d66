import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { textOf } from '../model/message.ts';
import { NO_USAGE } from '../model/usage.ts';
import { tempHome } from '../testing/temp-home.ts';
import { ConversationLog } from './conversation-log.ts';
import type { Entry, EntryBody } from './entry.ts';
import { messagesOf } from './messages.ts';
import { findConversation, latestConversation, projectFolder } from './place.ts';
import { contextUsed } from './context-use.ts';
import { titleOf, totalsOf } from './totals.ts';

const now = () => Date.UTC(2026, 10, 16, 4, 5, 6);

function said(text: string): EntryBody {
  return { type: 'user', origin: 'prompt', content: [{ type: 'text', text }] };
}

function words(chain: readonly Entry[]): readonly string[] {
  return chain.flatMap((entry) => (entry.type === 'user' ? [textOf(entry.content)] : []));
}

async function newLog(): Promise<ConversationLog> {
  return ConversationLog.create({ home: await tempHome(), cwd: '/projects/app', now });
}

describe('a conversation on disk', () => {
  it('holds each entry before append returns, for the owner alone', async () => {
    const log = await newLog();
    const first = log.append(said('one'));
    const lines = (await readFile(log.file, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as Entry).type)).toEqual(['start', 'user']);
    expect(JSON.parse(lines[1] ?? '')).toEqual({ ...first, time: '2026-11-16T04:05:06.000Z' });
    expect((await stat(log.file)).mode & 0o777).toBe(0o600);
    log.close();
  });

  it('has no file before something is said', async () => {
    const log = await newLog();
    await expect(stat(log.file)).rejects.toThrow('ENOENT');
  });

  it('is the same when it is opened again', async () => {
    const log = await newLog();
    for (const text of ['one', 'two', 'three']) log.append(said(text));
    log.close();
    const again = ConversationLog.open(log.file, now);
    expect(again.id).toBe(log.id);
    expect(again.entries).toEqual(log.entries);
    expect(words(again.chain())).toEqual(['one', 'two', 'three']);
  });

  it('goes on after a line that was torn, and passes over it', async () => {
    const log = await newLog();
    log.append(said('one'));
    log.close();
    await appendFile(log.file, '{"id":"torn","parent":"x","type":"us');
    const again = ConversationLog.open(log.file, now);
    again.append(said('two'));
    again.close();
    expect(words(ConversationLog.open(log.file, now).chain())).toEqual(['one', 'two']);
  });

  it.each(['\n', '{}\n', 'null\n', '[1]\n', '{"id":1,"type":"user","parent":null}\n', '\0\0\0\n'])(
    'passes over a line that is none: %j',
    async (line) => {
      const log = await newLog();
      log.append(said('one'));
      log.close();
      await appendFile(log.file, line);
      const again = ConversationLog.open(log.file, now);
      again.append(said('two'));
      expect(words(again.chain())).toEqual(['one', 'two']);
      again.close();
    },
  );

  it('keeps what came before a line that was lost in the middle', async () => {
    const log = await newLog();
    for (const text of ['one', 'two', 'three']) log.append(said(text));
    log.close();
    const lines = (await readFile(log.file, 'utf8')).split('\n');
    await writeFile(log.file, lines.filter((line) => !line.includes('"two"')).join('\n'));
    expect(words(ConversationLog.open(log.file, now).chain())).toEqual(['one', 'three']);
  });

  it('is a tree: an entry may follow an earlier one, and what came between stays in the file', async () => {
    const log = await newLog();
    const first = log.append(said('one'));
    log.append(said('two'));
    log.append(said('instead of two'), first.id);
    expect(words(log.chain())).toEqual(['one', 'instead of two']);
    expect(words(log.entries)).toEqual(['one', 'two', 'instead of two']);
    log.close();
  });

  it('does not go round in circles', async () => {
    const log = await newLog();
    log.append(said('one'));
    log.close();
    const note = (id: string, parent: string) =>
      JSON.stringify({ id, parent, time: new Date(0).toISOString(), type: 'note', text: id });
    await appendFile(log.file, `${note('a', 'b')}\n${note('b', 'a')}\n`);
    expect(ConversationLog.open(log.file, now).chain()).toHaveLength(4);
  });

  it('may begin with the entries of another', async () => {
    const log = await newLog();
    const [one] = [log.append(said('one')), log.append(said('two'))];
    const home = await tempHome();
    const fork = ConversationLog.create({
      home,
      cwd: '/projects/app',
      now,
      begin: log.chain(one.id),
      forkedFrom: { conversation: log.id, entry: one.id },
    });
    fork.append(said('other'));
    fork.close();
    log.close();
    expect(words(ConversationLog.open(fork.file, now).chain())).toEqual(['one', 'other']);
  });
});

describe('what is read from it', () => {
  const answer = (cost: number): EntryBody => ({
    type: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: 'x' }],
    usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
    cost,
  });

  it('cost and tokens of all answers, and the window as of the latest', async () => {
    const log = await newLog();
    log.append(said('one'));
    log.append(answer(0.5));
    log.append(answer(0.25));
    log.append({ type: 'assistant', model: 'm', content: [], usage: NO_USAGE, interrupted: 'failed' });
    expect(totalsOf(log.entries)).toEqual({
      usage: { input: 2, output: 4, cacheRead: 6, cacheWrite: 8 },
      cost: 0.75,
      answers: 3,
    });
    expect(contextUsed(log.chain(log.entries.at(-2)?.id))).toBe(10);
    log.close();
  });

  it('a title: the first words, or the name it was given', async () => {
    const log = await newLog();
    expect(titleOf(log.chain())).toBeUndefined();
    log.append(said(`  Please\n  ${'read '.repeat(30)}`));
    expect(titleOf(log.chain())).toBe(`Please ${'read '.repeat(30)}`.slice(0, 59) + '…');
    log.append({ type: 'title', title: 'Reading' });
    expect(titleOf(log.chain())).toBe('Reading');
    log.close();
  });

  it('after a compaction the summary, and what it keeps word for word', async () => {
    const log = await newLog();
    log.append(said('one'));
    const kept = log.append(said('two'));
    log.append({ type: 'compaction', summary: 'They said one.', keepFrom: kept.id });
    log.append(said('three'));
    expect(messagesOf(log.chain()).map(({ content }) => textOf(content))).toEqual(['They said one.', 'two', 'three']);
    log.close();
  });
});

describe('where conversations are', () => {
  it('projects whose names look alike have folders of their own', () => {
    const folders = ['/a/b', '/a-b', '/a b', '/', '/ä'].map((cwd) => projectFolder('/home', cwd));
    expect(new Set(folders).size).toBe(folders.length);
    expect(folders[0]).toMatch(/^\/home\/projects\/a-b-\w+$/);
  });

  it('the latest of a project is found, and any by its id or the beginning of it', async () => {
    const home = await tempHome();
    const logs = ['/one', '/two'].map((cwd) => ConversationLog.create({ home, cwd, now }));
    for (const log of logs) log.append(said('x'));
    for (const log of logs) log.close();
    const [one, two] = logs;
    expect(latestConversation(home, '/one')).toBe(one?.file);
    expect(latestConversation(home, '/three')).toBeUndefined();
    expect(findConversation(home, '/two', one?.id ?? '')).toBe(one?.file);
    expect(findConversation(home, '/two', '20261116')).toBe(two?.file);
    expect(() => findConversation(home, '/two', 'x')).toThrow('There is no conversation "x"');
  });
});
