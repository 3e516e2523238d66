import { characters, lineAt, nextBoundary, previousBoundary, type Range } from '../boundaries.ts';
import { edit, type EditorState, moveTo, undo } from '../state.ts';
import type { VimCommand } from './vim-command.ts';
import { firstNonBlank, type Motion, motionOf } from './vim-motion.ts';
import { objectAt } from './vim-object.ts';
import { copy, joinLines, linesAround, put, remove, replace, type Target, toggleCase } from './vim-operate.ts';
import type { Change, VimState, VimStep } from './vim-state.ts';
import { vimWords } from './vim-words.ts';

// Commands that are short for an operator with a motion.
const SHORT: Readonly<Record<string, Pick<VimCommand, 'operator' | 'verb'>>> = {
  x: { operator: 'd', verb: 'l' },
  X: { operator: 'd', verb: 'h' },
  s: { operator: 'c', verb: 'l' },
  S: { operator: 'c', verb: 'c' },
  D: { operator: 'd', verb: '$' },
  C: { operator: 'c', verb: '$' },
  Y: { operator: 'y', verb: 'y' },
};

/** Runs a command of normal mode. */
export function runNormal(step: VimStep, given: VimCommand, typed: string): VimStep {
  const { vim, editor } = step;
  const short = given.operator ? undefined : SHORT[given.verb];
  const command = short ? { ...given, ...short } : given;
  const { verb, count, character = '' } = command;
  const line = lineAt(editor.text, editor.caret);
  if (command.operator) return operate(step, command, typed);
  switch (verb) {
    case 'i':
      return insertAt(vim, editor, editor, { typed, count });
    case 'a':
      return insertAt(vim, editor, moveTo(editor, Math.min(line.end, nextBoundary(editor.text, editor.caret))), {
        typed,
        count,
      });
    case 'I':
      return insertAt(vim, editor, moveTo(editor, indentEnd(editor, line)), { typed, count });
    case 'A':
      return insertAt(vim, editor, moveTo(editor, line.end), { typed, count });
    case 'o':
    case 'O':
      return insertAt(vim, editor, openLine(editor, verb), { typed, count: 1 });
    case 'p':
    case 'P': {
      const pasted = put(editor, verb, count);
      const copied = editor.killRing.at(-1) ?? '\n';
      if (copied.endsWith('\n')) return { vim, editor: pasted };
      // The caret is on the last character that was put, or where that has lines, on its first.
      const isOneLine = !copied.includes('\n');
      const first = pasted.caret - copied.length * count;
      return { vim, editor: moveTo(pasted, isOneLine ? previousBoundary(pasted.text, pasted.caret) : first) };
    }
    case 'u':
      return { vim, editor: Array.from({ length: count }).reduce<EditorState>(undo, editor) };
    case 'J':
      return { vim, editor: joinLines(editor, Math.max(1, count - 1)) };
    case '~': {
      const end = forward(editor, count);
      return { vim, editor: toggleCase(editor, { start: editor.caret, end }, end) };
    }
    case 'r':
      return { vim, editor: replaceCharacters(editor, character, count) };
    case 'v':
      return { vim: { ...vim, mode: 'visual', selectedFrom: editor.caret }, editor };
    case 'V':
      return { vim: { ...vim, mode: 'visual line', selectedFrom: editor.caret }, editor };
    default: {
      const motion = motionOf(editor, command, vim.find);
      return motion ? move(vim, editor, motion) : step;
    }
  }
}

export function move(vim: VimState, editor: EditorState, { to, goal, find }: Motion): VimStep {
  return {
    vim: find ? { ...vim, find } : vim,
    editor: { ...moveTo(editor, to), ...(goal !== undefined && { goal }) },
  };
}

export function insertAt(
  vim: VimState,
  before: EditorState,
  editor: EditorState,
  { count, ...by }: Omit<Change, 'inserted'> & { readonly count: number },
): VimStep {
  const inserting = { from: editor.caret, steps: before.past.length, count, by };
  return { vim: { ...vim, mode: 'insert', inserting }, editor };
}

function operate({ vim, editor }: VimStep, command: VimCommand, typed: string): VimStep {
  const { target, find } = targetOf(editor, command, vim);
  const found = find ? { ...vim, find } : vim;
  if (!target) return { vim: found, editor };
  switch (command.operator) {
    case 'c':
      return insertAt(found, editor, replace(editor, target), { typed, count: 1 });
    case 'y': {
      const stays = command.verb === 'y' || command.verb === 'j';
      const copied = copy(editor, target);
      return {
        vim: found,
        editor: stays
          ? copied
          : moveTo(copied, target.lines && !/^[ia]$/.test(command.verb) ? editor.caret : target.start),
      };
    }
    default:
      return { vim: found, editor: remove(editor, target) };
  }
}

function targetOf(
  editor: EditorState,
  command: VimCommand,
  vim: VimState,
): { readonly target?: Target; readonly find?: Motion['find'] } {
  const { text, caret } = editor;
  const { operator, verb, count, character = '' } = command;
  if (verb === operator) {
    let end = caret;
    for (let done = 1; done < count; done++) end = Math.min(text.length, lineAt(text, end).end + 1);
    return { target: linesAround(text, { start: caret, end }) };
  }
  if (verb === 'i' || verb === 'a') {
    const object = objectAt(text, caret, verb, character);
    return object ? { target: { lines: false, ...object } } : {};
  }
  // To change a word leaves the space after it.
  const changesWord = operator === 'c' && /^[wW]$/.test(verb) && /\S/.test(text[caret] ?? '');
  if (changesWord) return { target: { start: caret, end: wordsEnd(editor, command), lines: false } };
  const motion = motionOf(editor, command, vim.find);
  if (!motion)
    return operator === 'c' && /^[hl]$/.test(verb) ? { target: { start: caret, end: caret, lines: false } } : {};
  const { to, takes, find } = motion;
  const range = { start: Math.min(caret, to), end: Math.max(caret, to) };
  if (takes === 'before' && !/^[wW]$/.test(verb) && endsBetweenLines(text, range)) {
    return { target: betweenLines(text, range) };
  }
  const target =
    takes === 'lines'
      ? linesAround(text, range)
      : { ...range, end: takes === 'with' ? nextBoundary(text, range.end) : endOfWay(text, range, verb), lines: false };
  return { target, ...(find && { find }) };
}

/** Whether a way leads over the end of a line and ends just behind one. */
function endsBetweenLines(text: string, { start, end }: Range): boolean {
  return text[end - 1] === '\n' && end - 1 > start;
}

/** Such a way ends with the line before, and is that whole line where it begins before all that stands in it. */
function betweenLines(text: string, { start, end }: Range): Target {
  const isWhole = start <= indentEnd({ text }, lineAt(text, start));
  return isWhole ? linesAround(text, { start, end: end - 1 }) : { start, end: end - 1, lines: false };
}

/** A word at the end of a line is deleted without the line end, though the next word is on another line. */
function endOfWay(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  verb: string,
): number {
  if (!/^[wW]$/.test(verb)) return end;
  const way = text.slice(start, end);
  const trimmed = way.replace(/\n\s*$/, '');
  return trimmed === '' ? end : start + trimmed.length;
}

function wordsEnd(editor: EditorState, command: VimCommand): number {
  const { text, caret } = editor;
  const verb = command.verb === 'w' ? 'e' : 'E';
  const after = nextBoundary(text, caret);
  const isAtEnd = vimWords(text, verb === 'E').some(({ start, end }) => start <= caret && end === after);
  const count = isAtEnd ? command.count - 1 : command.count;
  const motion = count === 0 ? undefined : motionOf(editor, { ...command, verb, count }, undefined);
  return nextBoundary(text, motion?.to ?? caret);
}

function indentEnd({ text }: Pick<EditorState, 'text'>, line: Range): number {
  return text.slice(line.start, line.end).trim() === '' ? line.end : firstNonBlank(text, line);
}

function openLine(editor: EditorState, verb: 'o' | 'O'): EditorState {
  const line = lineAt(editor.text, editor.caret);
  const [indent = ''] = /^[ \t]*/.exec(editor.text.slice(line.start, line.end)) ?? [];
  const at = verb === 'o' ? line.end : line.start;
  const text = verb === 'o' ? `\n${indent}` : `${indent}\n`;
  return edit(editor, { start: at, end: at, text, caret: at + indent.length + (verb === 'o' ? 1 : 0) });
}

/** So many characters on, in the line. */
function forward({ text, caret }: EditorState, count: number): number {
  const { end } = lineAt(text, caret);
  let at = caret;
  for (let done = 0; done < count && at < end; done++) at = Math.min(end, nextBoundary(text, at));
  return at;
}

function replaceCharacters(editor: EditorState, character: string, count: number): EditorState {
  const { text, caret } = editor;
  const end = forward(editor, count);
  if (characters(text.slice(caret, end)).length < count) return editor;
  return edit(editor, {
    start: caret,
    end,
    text: character.repeat(count),
    caret: caret + character.length * (count - 1),
  });
}
