import {
  deleteBack,
  deleteForward,
  deleteToLineEnd,
  deleteToLineStart,
  deleteWordBack,
  deleteWordForward,
  newline,
  transpose,
  yank,
  yankPop,
} from '../editor/edits.ts';
import { left, lineEnd, lineStart, right, textEnd, textStart, wordLeft, wordRight } from '../editor/motions.ts';
import { type EditorState, redo, undo } from '../editor/state.ts';
import type { Action } from '../keys/actions.ts';

/** Actions that change nothing but what is being written. */
export const EDITS: Readonly<Partial<Record<Action, (state: EditorState) => EditorState>>> = {
  newline,
  left,
  right,
  wordLeft,
  wordRight,
  lineStart,
  lineEnd,
  textStart,
  textEnd,
  deleteBack,
  deleteForward,
  deleteOrExit: deleteForward,
  deleteWordBack,
  deleteWordForward,
  deleteToLineStart,
  deleteToLineEnd,
  yank,
  yankPop,
  transpose,
  undo,
  redo,
};
