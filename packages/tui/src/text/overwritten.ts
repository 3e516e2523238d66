import { graphemes } from './width.ts';

/** Erases the row that is written, as programs do before they write it anew. */
const ERASES = /\u001b\[[0-2]?K/;

/**
 * What is left to be seen of lines that were written over: of a progress bar, which is drawn again and again behind a
 * carriage return, its last state.
 */
export function overwritten(text: string): string {
  return text.includes('\r') ? text.split('\n').map(lastState).join('\n') : text;
}

function lastState(line: string): string {
  const [first = '', ...later] = line.replace(/\r+$/, '').split('\r');
  return later.reduce(writtenOver, first);
}

function writtenOver(before: string, written: string): string {
  // Of colours it is not known how many cells they are beside; who draws with them draws the whole row.
  if (ERASES.test(written) || before.includes('\u001b')) return written;
  return written + graphemes(before).slice(graphemes(written).length).join('');
}
