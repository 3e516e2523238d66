import { insert } from '../editor/edits.ts';
import { layout } from '../editor/layout.ts';
import { EMPTY_EDITOR, type EditorState, setText } from '../editor/state.ts';
import { EDITS } from '../input/edit-actions.ts';
import type { Key } from '../keys/key.ts';
import { DEFAULT_KEYMAP, meaningOf } from '../keys/keymap.ts';
import { sanitise } from '../text/sanitise.ts';
import { type Line, line, span } from '../text/span.ts';
import { graphemes } from '../text/width.ts';
import { wrap } from '../text/wrap.ts';
import { drawTitle } from './options.ts';
import { type Asked, askedAs, IGNORED, isLeaving, type Overlay } from './overlay.ts';

export interface TextQuestion extends Asked {
  readonly title: string;
  /** What is typed is not to be seen. */
  readonly masked?: boolean;
  readonly preset?: string;
  /** What was wrong with the answer before. */
  readonly problem?: string;
}

const PROMPT = '> ';

/** Asks for one line. */
export function textQuestion(
  question: TextQuestion,
  editor: EditorState = setText(EMPTY_EDITOR, question.preset ?? ''),
): Overlay<string> {
  return {
    ...askedAs(question),
    draw: ({ columns, rows }) => {
      const shown = (text: string) => (question.masked ? '*'.repeat(graphemes(text).length) : sanitise(text));
      const before = shown(editor.text.slice(0, editor.caret));
      const after = shown(editor.text.slice(editor.caret));
      const head: readonly Line[] = [
        [],
        ...drawTitle(question.title, columns),
        ...(question.problem === undefined ? [] : wrap(line(question.problem, { role: 'error' }), columns)),
      ];
      const { rows: typed, caret } = layout(setText(EMPTY_EDITOR, before + after, before.length), {
        columns,
        promptWidth: PROMPT.length,
        maxRows: rows - head.length - 1,
      });
      return {
        lines: [
          ...head,
          ...typed.map((row, index): Line => [index === 0 ? span(PROMPT, { role: 'accent' }) : span('  '), ...row]),
          line('  enter to continue, esc to cancel', { role: 'muted' }),
        ],
        caret: { row: head.length + caret.row, column: caret.cell },
      };
    },
    press: (key) => {
      if (isLeaving(key)) return { done: undefined };
      if (key.name === 'enter') return { done: editor.text };
      const isPreset = question.preset !== undefined && editor.text === question.preset;
      // Whoever pastes an answer does not want it behind the one that was proposed.
      const next = typed(key.name === 'paste' && isPreset ? EMPTY_EDITOR : editor, key);
      return next ? { next: textQuestion(question, next) } : IGNORED;
    },
  };
}

function typed(editor: EditorState, key: Key): EditorState | undefined {
  if (key.name === 'text') return insert(editor, key.text);
  if (key.name === 'paste') return insert(editor, key.text.replace(/\s*\n\s*/g, ' ').trim());
  if (key.name === 'space') return insert(editor, ' ');
  const meaning = meaningOf(DEFAULT_KEYMAP, 'input', key);
  // It is one line.
  if (!meaning || 'begun' in meaning || meaning.action === 'newline') return undefined;
  return EDITS[meaning.action]?.(editor);
}
