import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { appendHistory, loadHistory } from './history-file.ts';
import { acceptSearch, nextMatch, searchFor, startSearch } from './history-search.ts';
import { createHistory, type History, nextEntry, previousEntry, remember } from './history.ts';

/** What is in the input after looking up (`^`) and down (`v`) from a draft; `-` where there was nothing to go to. */
function browse(history: History, draft: string, steps: string): readonly string[] {
  let [held, text] = [history, draft];
  return Array.from(steps, (step) => {
    const recalled = step === '^' ? previousEntry(held, text) : nextEntry(held, text);
    if (!recalled) return '-';
    ({ history: held, text } = recalled);
    return text;
  });
}

describe('browsing the history', () => {
  const history = createHistory(['build it', 'run tests', 'build again']);

  it('goes back and forth, and gives the draft back in the end', () => {
    expect(browse(history, '', '^^^^vvvv')).toEqual([
      'build again',
      'run tests',
      'build it',
      '-',
      'run tests',
      'build again',
      '',
      '-',
    ]);
  });

  it('shows only what begins with the draft', () => {
    expect(browse(history, 'build', '^^^vv')).toEqual(['build again', 'build it', '-', 'build again', 'build']);
    expect(browse(history, 'none such', '^v')).toEqual(['-', '-']);
  });

  it('begins anew when what was recalled is changed', () => {
    const recalled = previousEntry(history, '');
    expect(recalled?.text).toBe('build again');
    expect(previousEntry(recalled?.history ?? history, 'build a')?.text).toBe('build again');
  });

  it('holds each message once, where it was sent last, and no blank ones', () => {
    expect(remember(remember(history, 'run tests'), '  ').entries).toEqual(['build it', 'build again', 'run tests']);
  });

  it('holds a thousand', () => {
    const many = createHistory(Array.from({ length: 1500 }, (_, index) => `message ${index}`));
    expect(many.entries).toHaveLength(1000);
    expect(many.entries[0]).toBe('message 500');
  });
});

describe('searching the history', () => {
  const { entries } = createHistory(['git log', 'Make it', 'git status', 'make test']);

  it('finds the newest, then older ones', () => {
    const first = searchFor(entries, startSearch('draft'), 'git');
    expect(first.match).toEqual({ index: 2, text: 'git status', at: { start: 0, end: 3 } });
    const second = nextMatch(entries, first);
    expect(acceptSearch(second)).toBe('git log');
    expect(nextMatch(entries, second)).toEqual({ ...second, failed: true });
    expect(acceptSearch(searchFor(entries, second, 'git l'))).toBe('git log');
  });

  it('looks at capitals only when the query has some', () => {
    expect(acceptSearch(nextMatch(entries, searchFor(entries, startSearch(''), 'make')))).toBe('Make it');
    expect(acceptSearch(searchFor(entries, startSearch(''), 'Make'))).toBe('Make it');
  });

  it('keeps the last match when there is none, and the draft when there never was one', () => {
    const found = searchFor(entries, startSearch('draft'), 'git');
    expect(searchFor(entries, found, 'gitx')).toMatchObject({ failed: true, match: { text: 'git status' } });
    expect(acceptSearch(searchFor(entries, startSearch('draft'), 'zzz'))).toBe('draft');
    expect(searchFor(entries, found, '')).toEqual({ query: '', draft: 'draft', failed: false });
    expect(nextMatch(entries, startSearch('draft'))).toEqual(startSearch('draft'));
  });
});

describe('the file of the history', () => {
  async function place(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'helve-history-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return join(folder, 'project', 'history.jsonl');
  }

  it('keeps messages in their order, for their owner only', async () => {
    const path = await place();
    expect(await loadHistory(path)).toEqual([]);
    await appendHistory(path, 'one\ntwo');
    await appendHistory(path, '한국어');
    expect(await loadHistory(path)).toEqual(['one\ntwo', '한국어']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('loses nothing when several write at once', async () => {
    const path = await place();
    const messages = Array.from({ length: 30 }, (_, index) => `message ${index}`);
    await Promise.all(messages.map((message) => appendHistory(path, message)));
    expect((await loadHistory(path)).toSorted()).toEqual(messages.toSorted());
  });

  it('passes over a line that was cut short, and loses none after it', async () => {
    const path = await place();
    await appendHistory(path, 'one');
    await appendFile(path, '"tw');
    await appendHistory(path, 'three');
    expect(await loadHistory(path)).toEqual(['one', 'three']);
  });

  it('is shortened when it has become long', async () => {
    const path = await place();
    await appendHistory(path, 'first');
    await writeFile(path, Array.from({ length: 1501 }, (_, index) => `"message ${index}"\n`).join(''));
    expect(await loadHistory(path)).toHaveLength(1000);
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(1001);
  });
});
