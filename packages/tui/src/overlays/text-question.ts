import { deleteBack, deleteToLineStart, deleteWordBack, insert } from '../editor/edits.ts';
import { left, lineEnd, lineStart, right } from '../editor/motions.ts';
import { EMPTY_EDITOR, type EditorState, labelledText, setText } from '../editor/state.ts';
import type { Key } from '../keys/key.ts';
import { sanitise } from '../text/sanitise.ts';
import { type Line, line, span } from '../text/span.ts';
import { graphemes, width } from '../text/width.ts';
import { clip, wrap } from '../text/wrap.ts';
import { type Asked, askedAs, IGNORED, isLeaving, type Overlay } from './overlay.ts';

export interface TextQuestion extends Asked {
  readonly title: string;
  /** What is typed is not to be seen. */
  readonly masked?: boolean;
  readonly preset?: string;
  /** What was wrong with the answer before. */
  readonly problem?: string;
}

/** Asks for one line. */
export function textQuestion(
  question: TextQuestion,
  editor: EditorState = setText(EMPTY_EDITOR, question.preset ?? ''),
): Overlay<string> {
  return {
    ...askedAs(question),
    draw: ({ columns }) => {
      const shown = (text: string) => (question.masked ? '*'.repeat(graphemes(text).length) : sanitise(text));
      const before = shown(editor.text.slice(0, editor.caret));
      const head: readonly Line[] = [
        [],
        ...wrap(line(sanitise(question.title), { bold: true }), columns),
        ...(question.problem === undefined ? [] : wrap(line(question.problem, { role: 'error' }), columns)),
      ];
      const typed = clip([span('> ', { role: 'accent' }), span(shown(labelledText(editor)))], columns);
      return {
        lines: [...head, typed, line('  enter to go on, esc to leave', { role: 'muted' })],
        caret: { row: head.length, column: Math.min(columns - 1, 2 + width(before)) },
      };
    },
    press: (key) => {
      if (isLeaving(key)) return { done: undefined };
      if (key.name === 'enter') return { done: labelledText(editor) };
      const next = typed(editor, key);
      return next ? { next: textQuestion(question, next) } : IGNORED;
    },
  };
}

function typed(editor: EditorState, key: Key): EditorState | undefined {
  if (key.name === 'text') return insert(editor, key.text);
  if (key.name === 'paste') return insert(editor, key.text.replace(/\s*\n\s*/g, ' ').trim());
  if (key.name === 'space') return insert(editor, ' ');
  const isCtrl = 'ctrl' in key;
  if (key.name === 'backspace') return deleteBack(editor);
  if (key.name === 'left') return left(editor);
  if (key.name === 'right') return right(editor);
  if (key.name === 'home' || (isCtrl && key.name === 'a')) return lineStart(editor);
  if (key.name === 'end' || (isCtrl && key.name === 'e')) return lineEnd(editor);
  if (isCtrl && key.name === 'u') return deleteToLineStart(editor);
  if (isCtrl && key.name === 'w') return deleteWordBack(editor);
  return undefined;
}
