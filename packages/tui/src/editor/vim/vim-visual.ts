import { characters, lineAt, nextBoundary, previousBoundary } from '../boundaries.ts';
import { edit, type EditorState, moveTo } from '../state.ts';
import type { VimCommand } from './vim-command.ts';
import { lastCharacter, motionOf } from './vim-motion.ts';
import { insertAt, move } from './vim-normal.ts';
import { objectAt } from './vim-object.ts';
import { copy, joinLines, linesAround, remove, replace, type Target, toggleCase } from './vim-operate.ts';
import type { Change, Extent, VimMode, VimState, VimStep } from './vim-state.ts';

/** Runs a command on what is selected, or one that selects more or less. */
export function runSelecting(step: VimStep, command: VimCommand, { typed, over }: Change): VimStep {
  const { vim, editor } = step;
  const { verb, count, character = '' } = command;
  const target = selected(vim, editor);
  const done = (changed: EditorState) => endSelection({ vim, editor: changed });
  switch (verb) {
    case 'd':
    case 'x':
    case 'X':
    case 'D':
      return done(remove(editor, target));
    case 'c':
    case 's':
    case 'S':
    case 'C': {
      const { vim: ended, editor: replaced } = done(replace(editor, target));
      return insertAt(ended, editor, replaced, { count: 1, typed, ...(over && { over }) });
    }
    case 'y':
    case 'Y':
      return done(moveTo(copy(editor, target), target.start));
    case '~':
      return done(toggleCase(editor, target, target.start));
    case 'u':
      return done(exchangeCharacters(editor, target, (words) => words.toLowerCase()));
    case 'U':
      return done(exchangeCharacters(editor, target, (words) => words.toUpperCase()));
    case 'r':
      return done(exchangeCharacters(editor, target, (words) => words.replace(/[^\n]/gu, () => character)));
    case 'J':
      return done(joinLines(moveTo(editor, target.start), Math.max(1, linesIn(editor, target) - 1)));
    case 'p':
    case 'P':
      return done(exchange(editor, target, count));
    case 'v':
      return switchTo(step, 'visual');
    case 'V':
      return switchTo(step, 'visual line');
    case 'o':
      return { vim: { ...vim, selectedFrom: editor.caret }, editor: moveTo(editor, vim.selectedFrom ?? editor.caret) };
    case 'i':
    case 'a': {
      const object = objectAt(editor.text, editor.caret, verb, character);
      if (!object || object.start === object.end) return step;
      const last = previousBoundary(editor.text, object.end);
      const mode = object.lines ? 'visual line' : vim.mode;
      return { vim: { ...vim, mode, selectedFrom: object.start }, editor: moveTo(editor, last) };
    }
    default: {
      const motion = motionOf(editor, command, vim.find);
      return motion ? move(vim, editor, motion) : step;
    }
  }
}

/** How much is selected, for it to be as much elsewhere. */
export function extentOf({ vim, editor }: VimStep): Extent {
  const { start, end } = selected(vim, editor);
  const lines = editor.text.slice(start, end).split('\n');
  return { mode: vim.mode, lineEnds: lines.length - 1, characters: characters(lines.at(-1) ?? '').length };
}

/** Selects as much from the caret on, as far as there is. */
export function selectAgain({ vim, editor }: VimStep, { mode, lineEnds, characters: count }: Extent): VimStep {
  const { text, caret } = editor;
  let to = caret;
  for (let done = 0; done < lineEnds; done++) to = Math.min(text.length, lineAt(text, to).end + 1);
  const last = lastCharacter(text, lineAt(text, to));
  for (let done = 1; done < count && to < last; done++) to = nextBoundary(text, to);
  return { vim: { ...vim, mode, selectedFrom: caret }, editor: moveTo(editor, to) };
}

export function endSelection({ vim, editor }: VimStep): VimStep {
  const { selectedFrom: _, ...kept } = vim;
  return { vim: { ...kept, mode: 'normal' }, editor: withoutAnchor(editor) };
}

/** Tells the editor what is selected, for its rows to show; the character at the caret has the cursor on it. */
export function showSelection(vim: VimState, editor: EditorState): EditorState {
  const { mode, selectedFrom: from } = vim;
  if (from === undefined || mode === 'normal' || mode === 'insert') return withoutAnchor(editor);
  const isForward = from <= editor.caret;
  if (mode === 'visual') return { ...editor, anchor: isForward ? from : nextBoundary(editor.text, from) };
  const line = lineAt(editor.text, from);
  return { ...editor, anchor: isForward ? line.start : line.end };
}

function switchTo(step: VimStep, mode: VimMode): VimStep {
  return step.vim.mode === mode ? endSelection(step) : { ...step, vim: { ...step.vim, mode } };
}

function selected({ mode, selectedFrom }: VimState, { text, caret }: EditorState): Target {
  const from = Math.min(selectedFrom ?? caret, text.length);
  const range = { start: Math.min(from, caret), end: Math.max(from, caret) };
  if (mode === 'visual line') return linesAround(text, range);
  return { start: range.start, end: nextBoundary(text, range.end), lines: false };
}

/** Other characters in place of those that are selected. */
function exchangeCharacters(
  editor: EditorState,
  { start, end }: Target,
  change: (words: string) => string,
): EditorState {
  return edit(editor, { start, end, text: change(editor.text.slice(start, end)), caret: start });
}

function linesIn({ text }: EditorState, { start, end }: Target): number {
  return text.slice(start, end).split('\n').length;
}

/** Puts what was copied in place of what is selected, which is copied in its turn. */
function exchange(editor: EditorState, target: Target, count: number): EditorState {
  const copied = editor.killRing.at(-1);
  if (copied === undefined) return editor;
  const { start, end, lines } = target;
  const text = lines ? copied.repeat(count).replace(/\n$/, '') : copied.repeat(count);
  const exchanged = edit(copy(editor, target), { start, end, text });
  return moveTo(exchanged, lines ? start : previousBoundary(exchanged.text, exchanged.caret));
}

function withoutAnchor(editor: EditorState): EditorState {
  const { anchor: _, ...kept } = editor;
  return kept;
}
