import { lineAt, nextBoundary, previousBoundary, type Range } from '../boundaries.ts';
import { rowDown, rowUp } from '../rows.ts';
import type { EditorState } from '../state.ts';
import type { VimCommand } from './vim-command.ts';
import type { Find } from './vim-state.ts';
import { vimWords } from './vim-words.ts';

/** Where a motion leads, and what an operator takes of the way: up to there, with the character there, or whole lines. */
export interface Motion {
  readonly to: number;
  readonly takes: 'before' | 'with' | 'lines';
  readonly goal?: number;
  readonly find?: Find;
}

// Up and down go over lines of the text, however they are wrapped.
const UNWRAPPED = { columns: Number.MAX_SAFE_INTEGER, promptWidth: 0 };

/** Undefined where the motion leads nowhere. */
export function motionOf(state: EditorState, command: VimCommand, lastFind: Find | undefined): Motion | undefined {
  const { text, caret } = state;
  const { verb, count, counted, character = '' } = command;
  const line = lineAt(text, caret);
  switch (verb) {
    case 'h':
      return caret > line.start
        ? before(repeat(count, caret, (at) => Math.max(line.start, previousBoundary(text, at))))
        : undefined;
    case 'l':
    case ' ':
      return caret < line.end
        ? before(repeat(count, caret, (at) => Math.min(line.end, nextBoundary(text, at))))
        : undefined;
    case 'j':
    case 'k':
      return overLines(state, verb === 'j' ? rowDown : rowUp, count);
    case 'w':
    case 'W':
      return before(repeat(count, caret, (at) => nextStart(text, at, verb === 'W')));
    case 'b':
    case 'B':
      return before(repeat(count, caret, (at) => previousStart(text, at, verb === 'B')));
    case 'e':
    case 'E':
      return { to: repeat(count, caret, (at) => nextEnd(text, at, verb === 'E')), takes: 'with' };
    case 'ge':
    case 'gE':
      return caret === 0
        ? undefined
        : { to: repeat(count, caret, (at) => previousEnd(text, at, verb === 'gE')), takes: 'with' };
    case '%': {
      const to = counted ? undefined : partner(text, caret);
      return to === undefined ? undefined : { to, takes: 'with' };
    }
    case '{':
    case '}': {
      const to = repeat(count, caret, (at) => blankLine(text, at, verb === '}' ? 1 : -1));
      return to === caret ? undefined : before(to);
    }
    case '0':
      return before(line.start);
    case '^':
      return before(firstNonBlank(text, line));
    case '$':
      return { to: lastCharacter(text, line), takes: line.start === line.end ? 'before' : 'with' };
    case 'gg':
    case 'G':
      return { to: lineNumber(text, counted ? count : verb === 'gg' ? 1 : Number.POSITIVE_INFINITY), takes: 'lines' };
    case 'f':
    case 'F':
    case 't':
    case 'T':
      return found(text, caret, { command: verb, character }, count, false);
    case ';':
      return lastFind && found(text, caret, lastFind, count, true);
    case ',':
      return lastFind && turned(found(text, caret, turn(lastFind), count, true), lastFind);
    default:
      return undefined;
  }
}

export function firstNonBlank(text: string, { start, end }: Range): number {
  const blank = /^[ \t]*/.exec(text.slice(start, end))?.[0].length ?? 0;
  return start + blank === end ? Math.max(start, lastCharacter(text, { start, end })) : start + blank;
}

export function lastCharacter(text: string, { start, end }: Range): number {
  return start === end ? start : previousBoundary(text, end);
}

function before(to: number): Motion {
  return { to, takes: 'before' };
}

function repeat(count: number, from: number, step: (at: number) => number): number {
  let at = from;
  for (let done = 0; done < count; done++) {
    const next = step(at);
    if (next === at) return at;
    at = next;
  }
  return at;
}

function overLines(state: EditorState, step: typeof rowDown, count: number): Motion | undefined {
  let reached = step(state, UNWRAPPED);
  for (let done = 1; reached && done < count; done++) reached = step(reached, UNWRAPPED) ?? reached;
  return reached && { to: reached.caret, takes: 'lines', ...(reached.goal !== undefined && { goal: reached.goal }) };
}

function nextStart(text: string, at: number, big: boolean): number {
  return vimWords(text, big).find(({ start }) => start > at)?.start ?? text.length;
}

function previousStart(text: string, at: number, big: boolean): number {
  return vimWords(text, big).findLast(({ start }) => start < at)?.start ?? 0;
}

function nextEnd(text: string, at: number, big: boolean): number {
  const words = vimWords(text, big).filter(({ start, end }) => end > start);
  const ends = words.map(({ end }) => previousBoundary(text, end));
  return ends.find((end) => end > at) ?? Math.max(at, ends.at(-1) ?? at);
}

function previousEnd(text: string, at: number, big: boolean): number {
  const ends = vimWords(text, big).map(({ start, end }) => (start === end ? start : previousBoundary(text, end)));
  return ends.findLast((end) => end < at) ?? 0;
}

const BRACKETS = '()[]{}';

/** The bracket that belongs to the first one of the line from a place on. */
function partner(text: string, from: number): number | undefined {
  const { end } = lineAt(text, from);
  let at = from;
  while (at < end && !BRACKETS.includes(text.charAt(at))) at++;
  if (at >= end) return undefined;
  const index = BRACKETS.indexOf(text.charAt(at));
  const [own, other] = [BRACKETS.charAt(index), BRACKETS.charAt(index ^ 1)];
  const step = index % 2 === 0 ? 1 : -1;
  let depth = 0;
  for (; at >= 0 && at < text.length; at += step) {
    if (text[at] === own) depth++;
    else if (text[at] === other) depth--;
    if (depth === 0) return at;
  }
  return undefined;
}

/** The next empty line behind those that are not, in a direction; where there is none, the end of the text or its start. */
function blankLine(text: string, from: number, step: 1 | -1): number {
  let line = lineAt(text, from);
  let wasFilled = line.end > line.start;
  for (;;) {
    const next = step > 0 ? line.end + 1 : line.start - 1;
    if (next < 0) return 0;
    if (next > text.length) return text.length;
    line = lineAt(text, next);
    if (line.start === line.end && wasFilled) return line.start;
    wasFilled ||= line.end > line.start;
  }
}

function lineNumber(text: string, number: number): number {
  let line = lineAt(text, 0);
  for (let at = 1; at < number && line.end < text.length; at++) line = lineAt(text, line.end + 1);
  return firstNonBlank(text, line);
}

function found(text: string, caret: number, find: Find, count: number, again: boolean): Motion | undefined {
  const line = lineAt(text, caret);
  const forward = find.command === 'f' || find.command === 't';
  const step = (at: number) => (forward ? nextBoundary(text, at) : previousBoundary(text, at));
  const inLine = (at: number) => at >= line.start && at < line.end;
  const isTill = find.command === 't' || find.command === 'T';
  let at = step(caret);
  // Repeated, a search up to a character would find the same one again.
  if (again && isTill && text.startsWith(find.character, at)) at = step(at);
  let left = count;
  for (; inLine(at); at = step(at)) {
    if (text.startsWith(find.character, at)) left--;
    if (left === 0) break;
    if (at === 0 && !forward) return undefined;
  }
  if (left > 0 || !inLine(at)) return undefined;
  const to = isTill ? (forward ? previousBoundary(text, at) : nextBoundary(text, at)) : at;
  return { to, takes: forward ? 'with' : 'before', find };
}

function turn({ command, character }: Find): Find {
  const turns = { f: 'F', F: 'f', t: 'T', T: 't' } as const;
  return { command: turns[command], character };
}

/** `,` does not turn the search that `;` repeats. */
function turned(motion: Motion | undefined, find: Find): Motion | undefined {
  return motion && { ...motion, find };
}
