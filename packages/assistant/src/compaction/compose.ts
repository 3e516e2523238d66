import { relative, resolve } from 'node:path';
import type { Entry } from '../log/entry.ts';
import { toolCallsOf } from '../model/message.ts';
import { changesIn } from '../rewind/changes.ts';
import { todosOf } from '../tools/todo.ts';
import { userWords } from './user-words.ts';

/** What the model is asked for. The conversation stands before it. */
export function summaryPrompt(focus: string | undefined): string {
  return [
    'The window is filling up. Everything above, but for the latest messages, will be replaced by the summary that you ' +
      'write now, and you will go on with the work from it alone. Call no tools. Write these sections, each as a list ' +
      'of short, concrete points, with exact names, paths, commands, numbers and error messages; leave out a section ' +
      'that would be empty:',
    [
      '## Goal: what the user wants, and how they will know that it is done',
      '## Rules: what the user asked for, forbade or corrected',
      '## Done: what was changed and checked, file by file',
      '## Known: what was found out about the code and the machine that is needed again',
      '## Failed: what was tried and did not work, and why',
      '## Now: what was being done just now, and what comes next',
    ].join('\n'),
    ...(focus === undefined ? [] : [`Above all, keep what matters for this: ${focus}`]),
    'At most 1,200 words. Nothing but the summary.',
  ].join('\n\n');
}

export interface Composed {
  readonly text: string;
  readonly shortened: number;
}

/** What stands in the place of the beginning: the summary, and with it what a summary must not lose. */
export function compose(summary: string, chain: readonly Entry[], dropped: readonly Entry[], most: number): Composed {
  const { said, shortened } = userWords(dropped, most);
  const { read, changed } = touchedFiles(chain);
  const open = todosOf(chain).filter(({ state }) => state !== 'done');
  const text = [
    '[The beginning of this conversation was summarised to make room. The summary is yours; go on from it.]',
    summary.trim(),
    ...section('What the user said, in their own words', said.map(quote)),
    ...section(
      'To be done',
      open.map(({ text: what, state }) => (state === 'doing' ? `- ${what} (begun)` : `- ${what}`)),
    ),
    ...section('Files changed', latest(changed)),
    ...section('Files read (read again what you need)', latest(read)),
  ].join('\n\n');
  return { text, shortened };
}

const MOST_FILES = 60;

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}\n${lines.join('\n')}`];
}

function quote(words: string): string {
  return `- ${words.replaceAll('\n', '\n  ')}`;
}

function latest(paths: readonly string[]): readonly string[] {
  const left = paths.length - MOST_FILES;
  return [...(left > 0 ? [`- … and ${left} before`] : []), ...paths.slice(-MOST_FILES).map((path) => `- ${path}`)];
}

interface TouchedFiles {
  readonly read: readonly string[];
  readonly changed: readonly string[];
}

const READERS: ReadonlySet<string> = new Set(['Read']);
const WRITERS: ReadonlySet<string> = new Set(['Write', 'Edit']);

/** The files that were read and changed, the latest last; those that the shell changed too, as far as they were noticed. */
function touchedFiles(entries: readonly Entry[]): TouchedFiles {
  const start = entries.find((entry) => entry.type === 'start');
  const shown = (path: string) => (start?.type === 'start' ? shownFrom(start.cwd, path) : path);
  const read = new Set<string>();
  const changed = new Set<string>();
  const wentWell = new Set(
    entries.flatMap((entry) => (entry.type === 'toolResult' && entry.outcome === 'ok' ? [entry.callId] : [])),
  );
  for (const entry of entries) {
    if (entry.type === 'extra') for (const { path } of changesIn(entry)) addLast(changed, shown(path));
    if (entry.type !== 'assistant') continue;
    for (const { id, name, input } of toolCallsOf(entry.content)) {
      const path = input.file_path;
      if (typeof path !== 'string' || !wentWell.has(id)) continue;
      if (READERS.has(name)) addLast(read, shown(path));
      if (WRITERS.has(name)) addLast(changed, shown(path));
    }
  }
  return { read: [...read].filter((path) => !changed.has(path)), changed: [...changed] };
}

function addLast(paths: Set<string>, path: string): void {
  paths.delete(path);
  paths.add(path);
}

/** As the user would write it. */
function shownFrom(cwd: string, path: string): string {
  const way = relative(cwd, resolve(cwd, path));
  return way.startsWith('..') ? path : way;
}
