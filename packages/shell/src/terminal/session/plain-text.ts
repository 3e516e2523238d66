/** What a terminal was sent, as the text that a person would have read. */

/** CSI, OSC/DCS/APC/PM/SOS strings, and two- and three-byte escapes. */
const ESCAPE = /\x1b(?:\[([0-9:;<=>?]*)([ -/]*)([@-~])|[\]P_^X][\s\S]*?(?:\x07|\x1b\\)|[ -/]+[0-~]|[0-OQ-WYZ\\`-~])/y;

/** How long an unfinished escape sequence may be before it is taken for garbage. */
const LONGEST_ESCAPE = 4096;

const SPECIAL = /[\x00-\x08\x0b-\x1f\x7f]/;

/**
 * Removes escape sequences and applies what moves within a line: a progress bar that was redrawn with `\r` is one line,
 * in its last state.
 */
export function plainText(sent: string): string {
  const lines = sent.replaceAll('\r\n', '\n').split('\n');
  return lines.map((line) => (SPECIAL.test(line) ? renderLine(line) : line)).join('\n');
}

/** Where an escape sequence begins that is not finished at the end of the text; its length if there is none. */
export function unfinishedEscape(sent: string): number {
  const from = Math.max(0, sent.length - LONGEST_ESCAPE);
  const start = UNFINISHED.exec(sent.slice(from));
  return start ? from + start.index : sent.length;
}

const UNFINISHED = /\x1b(?:\[[0-?]*[ -/]*|[\]P_^X][^\x07\x1b]*\x1b?|[ -/]+)?$/;

/** A line of the terminal while it is written to: one character a cell, and where the next goes. */
interface Line {
  cells: string[];
  column: number;
}

function renderLine(sent: string): string {
  const line: Line = { cells: [], column: 0 };
  for (let at = 0; at < sent.length; ) {
    const code = sent.codePointAt(at) ?? 0;
    if (code === 0x1b) {
      ESCAPE.lastIndex = at;
      const match = ESCAPE.exec(sent);
      if (match?.[3] !== undefined) applySequence(line, match[1] ?? '', match[3]);
      at = match ? ESCAPE.lastIndex : at + 1;
      continue;
    }
    const character = String.fromCodePoint(code);
    at += character.length;
    if (code === 0x0d) line.column = 0;
    else if (code === 0x08) line.column = Math.max(0, line.column - 1);
    else if (code >= 0x20 && code !== 0x7f) put(line, character);
    else if (code === 0x09) put(line, character);
  }
  return line.cells.join('');
}

function put(line: Line, character: string): void {
  while (line.cells.length < line.column) line.cells.push(' ');
  line.cells[line.column] = character;
  line.column++;
}

function applySequence(line: Line, parameters: string, final: string): void {
  const count = Number.parseInt(parameters, 10) || 0;
  switch (final) {
    case 'C':
      line.column = Math.min(line.column + (count || 1), WIDEST);
      break;
    case 'D':
      line.column = Math.max(0, line.column - (count || 1));
      break;
    case 'G':
      line.column = Math.min((count || 1) - 1, WIDEST);
      break;
    case 'P':
      line.cells.splice(line.column, count || 1);
      break;
    case '@':
      if (line.column < line.cells.length) {
        line.cells.splice(line.column, 0, ...Array.from({ length: Math.min(count || 1, WIDEST) }, () => ' '));
      }
      break;
    case 'K':
      if (count === 0) line.cells.length = Math.min(line.cells.length, line.column);
      else if (count === 2) line.cells = [];
      else for (let at = 0; at < Math.min(line.column, line.cells.length); at++) line.cells[at] = ' ';
      break;
    // Placed anywhere on the screen: what was there and what comes are not one line of text.
    case 'H':
    case 'f':
    case 'A':
    case 'B':
      if (line.cells.length > 0 && line.cells.at(-1) !== '\n') line.cells.push('\n');
      line.column = line.cells.length;
      break;
    default:
  }
}

/** No terminal is wider; a larger number in a sequence is clamped, as terminals do. */
const WIDEST = 10_000;

/** How many bytes at the end of `bytes` begin a UTF-8 character that is not finished there. */
export function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}
