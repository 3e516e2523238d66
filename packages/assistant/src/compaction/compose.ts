import type { Entry } from '../log/entry.ts';
import { todosOf } from '../tools/todo.ts';
import { touchedFiles } from './files.ts';
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
