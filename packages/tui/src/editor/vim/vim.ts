import { describeKey } from '../../keys/key-name.ts';
import { isPress, type Key } from '../../keys/key.ts';
import { graphemes } from '../../text/width.ts';
import { lineAt } from '../boundaries.ts';
import { insert } from '../edits.ts';
import { left } from '../motions.ts';
import { edit, type EditorState, moveTo, redo } from '../state.ts';
import { parseCommand, type VimCommand } from './vim-command.ts';
import { lastCharacter } from './vim-motion.ts';
import { runNormal } from './vim-normal.ts';
import type { Change, VimState, VimStep } from './vim-state.ts';
import { endSelection, extentOf, runSelecting, selectAgain, showSelection } from './vim-visual.ts';

/** What a key does in vim; undefined when it is none of vim's, and does what it does for everybody. */
export function vimKey(vim: VimState, editor: EditorState, key: Key): VimStep | undefined {
  const step = { vim, editor };
  const name = isPress(key) ? describeKey(key) : undefined;
  if (vim.mode === 'insert') return name === 'escape' ? leaveInsert(step) : undefined;
  if (key.name === 'text') return typeText(step, key.text);
  switch (name) {
    case 'escape':
      if (vim.typed !== '') return { vim: { ...vim, typed: '' }, editor };
      return vim.mode === 'normal' ? undefined : settle(endSelection(step));
    case 'backspace':
      // What waits for a character is given up.
      return /[rfFtT]$/.test(vim.typed) ? { vim: { ...vim, typed: '' }, editor } : typeText(step, 'h');
    case 'ctrl+r':
      return settle({ vim, editor: redo(editor) });
    default:
      return undefined;
  }
}

function typeText(step: VimStep, text: string): VimStep {
  let { vim, editor } = step;
  for (const [index, character] of graphemes(text).entries()) {
    if (vim.mode === 'insert') return { vim, editor: insert(editor, graphemes(text).slice(index).join('')) };
    const typed = vim.typed + character;
    const command = parseCommand(typed, vim.mode !== 'normal');
    vim = { ...vim, typed: command === 'unfinished' ? typed : '' };
    if (command && command !== 'unfinished') ({ vim, editor } = run({ vim, editor }, command, typed));
  }
  return { vim, editor };
}

function run(step: VimStep, command: VimCommand, typed: string): VimStep {
  if (step.vim.mode !== 'normal') {
    const by = { typed, over: extentOf(step) };
    return settle(remembered(step, runSelecting(step, command, by), by));
  }
  if (command.verb === '.' && !command.operator) return settle(repeat(step, command));
  const after = runNormal(step, command, typed);
  return settle(command.verb === 'u' ? after : remembered(step, after, { typed }));
}

/** What changed the text is what `.` repeats. What goes on in insert mode is known only at its end. */
function remembered({ editor: before }: VimStep, after: VimStep, change: Change): VimStep {
  if (after.vim.mode === 'insert' || after.editor.text === before.text) return after;
  return { ...after, vim: { ...after.vim, change } };
}

function repeat(step: VimStep, { count, counted }: VimCommand): VimStep {
  const { change } = step.vim;
  const command = change && parseCommand(change.typed, change.over !== undefined);
  if (!change || !command || command === 'unfinished') return step;
  const again = counted ? { ...command, count, counted } : command;
  const { vim, editor } = change.over
    ? runSelecting(selectAgain(step, change.over), again, change)
    : runNormal(step, again, change.typed);
  if (vim.mode !== 'insert') return { vim, editor };
  const { caret } = editor;
  return leaveInsert({ vim, editor: edit(editor, { start: caret, end: caret, text: change.inserted ?? '' }) });
}

/** Back to normal mode. All that was written since is one step of undo. */
function leaveInsert({ vim, editor }: VimStep): VimStep {
  const { inserting, ...kept } = vim;
  const normal = { ...kept, mode: 'normal' as const };
  if (!inserting) return { vim: normal, editor: backOne(editor) };
  const inserted = editor.text.slice(inserting.from, Math.max(inserting.from, editor.caret));
  const again = inserted.repeat(inserting.count - 1);
  const written = again === '' ? editor : edit(editor, { start: editor.caret, end: editor.caret, text: again });
  return {
    vim: inserting.by ? { ...normal, change: { ...inserting.by, inserted } } : normal,
    editor: backOne({ ...written, past: written.past.slice(0, inserting.steps + 1) }),
  };
}

function backOne(editor: EditorState): EditorState {
  return editor.caret > lineAt(editor.text, editor.caret).start ? left(editor) : moveTo(editor, editor.caret);
}

/** Outside insert mode the caret is on a character, not after the last one. */
function settle({ vim, editor }: VimStep): VimStep {
  if (vim.mode === 'insert') return { vim, editor };
  const line = lineAt(editor.text, editor.caret);
  const last = lastCharacter(editor.text, line);
  const { goal } = editor;
  const placed = editor.caret > last ? { ...moveTo(editor, last), ...(goal !== undefined && { goal }) } : editor;
  return { vim, editor: showSelection(vim, placed) };
}
