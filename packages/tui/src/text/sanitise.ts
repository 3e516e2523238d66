import { width } from './width.ts';

/** The next place a tab leads to is a multiple of this. */
const TAB_STOP = 4;

const SAFE = /^[\u0020-\u007e]*$/;

/**
 * Whole control sequences (CSI, then the strings OSC, DCS, SOS, PM and APC, then short ones), then what must not reach a
 * terminal by itself: C0 and C1, marks that turn the direction of text, separators of lines, halves of surrogate pairs,
 * and soft hyphens and byte order marks, of which terminals disagree whether they take a cell.
 */
const UNSAFE =
  /(?:\u001b\[|\u009b)[\u0030-\u003f]*[\u0020-\u002f]*[\u0040-\u007e]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090-\u009f]*(?:\u0007|\u001b\\|\u009c)|\u001b[\u0020-\u002f]+[\u0030-\u007e]|\u001b[=>78cDEHMNOZn|}~]|[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

/** Makes any text safe to show on one row: nothing in it can move the cursor, change a colour or turn the text around. */
export function sanitise(text: string): string {
  if (SAFE.test(text)) return text;
  return expandTabs(withoutLineEnd(text).replace(UNSAFE, symbolOf));
}

/** The same for each line of a text. */
export function sanitiseLines(text: string): readonly string[] {
  return text.split('\n').map(sanitise);
}

/** A file of Windows has a carriage return before each line break. */
function withoutLineEnd(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\r') end--;
  return text.slice(0, end);
}

function symbolOf(match: string): string {
  if (match.length > 1) return '';
  const code = match.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  if (code === 0x2028 || code === 0x2029) return ' ';
  return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : '';
}

function expandTabs(text: string): string {
  if (!text.includes('\t')) return text;
  let column = 0;
  return text
    .split('\t')
    .map((piece, index, pieces) => {
      column += width(piece);
      if (index === pieces.length - 1) return piece;
      const spaces = TAB_STOP - (column % TAB_STOP);
      column += spaces;
      return piece + ' '.repeat(spaces);
    })
    .join('');
}
