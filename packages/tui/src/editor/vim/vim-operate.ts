import { lineAt, nextBoundary, type Range } from '../boundaries.ts';
import { edit, type EditorState, moveTo } from '../state.ts';
import { firstNonBlank } from './vim-motion.ts';

/** What an operator works on. */
export interface Target extends Range {
  /** Whole lines, whose last line end belongs to them. */
  readonly lines: boolean;
}

const KEPT = 20;

/** The lines that a part of the text is in. */
export function linesAround(text: string, { start, end }: Range): Target {
  return { start: lineAt(text, start).start, end: lineAt(text, end).end, lines: true };
}

/** Copies, for `p`. Lines are kept with a line end behind them, by which `p` knows them. */
export function copy(state: EditorState, { start, end, lines }: Target): EditorState {
  if (start === end && !lines) return state;
  const text = `${state.text.slice(start, end)}${lines ? '\n' : ''}`;
  return { ...state, killRing: [...state.killRing, text].slice(-KEPT) };
}

export function remove(state: EditorState, target: Target): EditorState {
  const copied = copy(state, target);
  const { start, end, lines } = target;
  if (!lines) return edit(copied, { start, end, text: '' });
  // The last line goes with the line end before it.
  const isLast = end === state.text.length;
  const from = isLast ? Math.max(0, start - 1) : start;
  const removed = edit(copied, { start: from, end: isLast ? end : end + 1, text: '' });
  return moveTo(removed, firstNonBlank(removed.text, lineAt(removed.text, removed.caret)));
}

/** Removes what will be written anew. Of lines, one is left with the indent of the first. */
export function replace(state: EditorState, target: Target): EditorState {
  const copied = copy(state, target);
  const { start, end, lines } = target;
  const [indent = ''] = lines ? (/^[ \t]*/.exec(state.text.slice(start, end)) ?? []) : [];
  return edit(copied, { start, end, text: indent });
}

/** Puts what was copied or removed last after the caret or before it. */
export function put(state: EditorState, where: 'p' | 'P', count: number): EditorState {
  const { text, caret, killRing } = state;
  const copied = killRing.at(-1);
  if (copied === undefined) return state;
  const line = lineAt(text, caret);
  const repeated = copied.repeat(count);
  if (!copied.endsWith('\n')) {
    const at = where === 'p' && caret < line.end ? nextBoundary(text, caret) : caret;
    return edit(state, { start: at, end: at, text: repeated });
  }
  const at = where === 'P' ? line.start : line.end;
  const lines = where === 'P' ? repeated : `\n${repeated.slice(0, -1)}`;
  const inserted = edit(state, { start: at, end: at, text: lines });
  const first = lineAt(inserted.text, where === 'P' ? at : at + 1);
  return moveTo(inserted, firstNonBlank(inserted.text, first));
}

/** Joins lines with a space in place of the line end and the indent after it. */
export function joinLines(state: EditorState, count: number): EditorState {
  let { text } = state;
  let place = state.caret;
  for (let done = 0; done < count; done++) {
    const { end } = lineAt(text, place);
    if (end === text.length) break;
    const rest = text.slice(end + 1).replace(/^[ \t]+/, '');
    const needsSpace = !/\s$/.test(text.slice(0, end)) && end > 0 && !/^(?:\)|\n|$)/.test(rest);
    text = `${text.slice(0, end)}${needsSpace ? ' ' : ''}${rest}`;
    place = end;
  }
  return edit(state, { start: 0, end: state.text.length, text, caret: place });
}

export function toggleCase(state: EditorState, { start, end }: Range, caret: number): EditorState {
  const text = Array.from(state.text.slice(start, end), (character) => {
    const upper = character.toUpperCase();
    const toggled = character === upper ? character.toLowerCase() : upper;
    return toggled.length === character.length ? toggled : character;
  }).join('');
  return edit(state, { start, end, text, caret });
}
