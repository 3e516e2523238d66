import { lineAt, nextBoundary, nextWordEnd, previousBoundary, previousWordStart, type Range } from './boundaries.ts';
import { type Attachment, chipOf, cleanText, isLongPaste, type PastedImage } from './chips.ts';
import { edit, type EditorState } from './state.ts';

const KILL_RING = 20;

/** Types a text at the caret. */
export function insert(state: EditorState, typed: string): EditorState {
  const text = cleanText(typed);
  if (text === '') return state;
  // A step of undo is a word with the space before it.
  const startsWord = /\s/.test(text[0] ?? '') && !/\s$/.test(state.text.slice(0, state.caret));
  const joins = state.lastDeed === 'typing' && !startsWord && !text.includes('\n');
  return edit(state, { ...caretRange(state), text }, 'typing', joins);
}

/** Puts a paste at the caret, as a chip when it is long. */
export function paste(state: EditorState, pasted: string): EditorState {
  const text = cleanText(pasted);
  if (!isLongPaste(text)) return edit(state, { ...caretRange(state), text });
  return attach(state, { kind: 'paste', number: nextNumber(state, 'paste'), text });
}

export function attachImage(
  state: EditorState,
  { mediaType, data }: Omit<PastedImage, 'kind' | 'number'>,
): EditorState {
  return attach(state, { kind: 'image', number: nextNumber(state, 'image'), mediaType, data });
}

/** A new line, indented as this one is. */
export function newline(state: EditorState): EditorState {
  const line = lineAt(state.text, state.caret);
  const [indent = ''] = /^[ \t]*/.exec(state.text.slice(line.start, state.caret)) ?? [];
  return edit(state, { ...caretRange(state), text: `\n${indent}` });
}

/**
 * A new line in place of the backslash before the caret, for terminals that send enter alike with shift and without. In a
 * line for the shell the backslash stays, which is the shell's own way to go on in the next line.
 */
export function newlineAfterBackslash(state: EditorState): EditorState | undefined {
  const { text, caret } = state;
  if (text[caret - 1] !== '\\' || caret < lineAt(text, caret).end) return undefined;
  if (text.startsWith('!')) return newline(state);
  const joined = edit(state, { start: caret - 1, end: caret, text: '' });
  const broken = newline(joined);
  // One step of undo for both.
  return { ...broken, past: joined.past };
}

export function deleteBack(state: EditorState): EditorState {
  if (state.anchor !== undefined) return edit(state, { ...caretRange(state), text: '' });
  const range = { start: previousBoundary(state.text, state.caret), end: state.caret };
  return edit(state, { ...range, text: '' }, 'deleting', state.lastDeed === 'deleting');
}

export function deleteForward(state: EditorState): EditorState {
  if (state.anchor !== undefined) return edit(state, { ...caretRange(state), text: '' });
  const range = { start: state.caret, end: nextBoundary(state.text, state.caret) };
  return edit(state, { ...range, text: '' }, 'deleting', state.lastDeed === 'deleting');
}

export function deleteWordBack(state: EditorState): EditorState {
  return cut(state, { start: previousWordStart(state.text, state.caret), end: state.caret });
}

export function deleteWordForward(state: EditorState): EditorState {
  return cut(state, { start: state.caret, end: nextWordEnd(state.text, state.caret) });
}

/** To the start of the line; at the start, the line end before it. */
export function deleteToLineStart(state: EditorState): EditorState {
  const { start } = lineAt(state.text, state.caret);
  return cut(state, { start: start === state.caret ? Math.max(0, start - 1) : start, end: state.caret });
}

/** To the end of the line; at the end, the line end. */
export function deleteToLineEnd(state: EditorState): EditorState {
  const { end } = lineAt(state.text, state.caret);
  return cut(state, { start: state.caret, end: end === state.caret ? Math.min(state.text.length, end + 1) : end });
}

/** Puts back what was cut last. */
export function yank(state: EditorState): EditorState {
  const text = state.killRing.at(-1);
  return text === undefined ? state : putBack(state, caretRange(state), 0, false);
}

/** What was cut before it in place of what was just put back. */
export function yankPop(state: EditorState): EditorState {
  const { yanked, killRing } = state;
  if (!yanked || killRing.length === 0) return state;
  return putBack(state, yanked, (yanked.age + 1) % killRing.length, true);
}

/** Swaps the characters around the caret; at the end of a line, the two before it. */
export function transpose(state: EditorState): EditorState {
  const { text, caret } = state;
  const line = lineAt(text, caret);
  const middle = caret === line.end ? previousBoundary(text, caret) : caret;
  if (middle <= line.start || line.start === line.end) return state;
  const start = previousBoundary(text, middle);
  const end = nextBoundary(text, middle);
  return edit(state, { start, end, text: text.slice(middle, end) + text.slice(start, middle) });
}

/** The selection, or the place of the caret. */
export function caretRange({ caret, anchor = caret }: EditorState): Range {
  return { start: Math.min(caret, anchor), end: Math.max(caret, anchor) };
}

/** Deletes a part so that it can be put back. What is cut piece by piece is put back as one. */
function cut(state: EditorState, { start, end }: Range): EditorState {
  if (start === end) return state;
  const text = state.text.slice(start, end);
  const continues = state.lastDeed === 'cutting';
  const last = continues ? (state.killRing.at(-1) ?? '') : '';
  const whole = end === state.caret ? text + last : last + text;
  const ring = continues ? state.killRing.slice(0, -1) : state.killRing;
  return { ...edit(state, { start, end, text: '' }, 'cutting'), killRing: [...ring, whole].slice(-KILL_RING) };
}

function putBack(state: EditorState, { start, end }: Range, age: number, joins: boolean): EditorState {
  const text = state.killRing.at(-1 - age) ?? '';
  const edited = edit(state, { start, end, text }, 'yanking', joins);
  return { ...edited, yanked: { start, end: start + text.length, age } };
}

function attach(state: EditorState, attachment: Attachment): EditorState {
  const chip = chipOf(state.attachments.length);
  const attachments = [...state.attachments, attachment];
  return edit({ ...state, attachments }, { ...caretRange(state), text: chip });
}

function nextNumber({ attachments }: EditorState, kind: Attachment['kind']): number {
  return (attachments.findLast((attachment) => attachment.kind === kind)?.number ?? 0) + 1;
}
