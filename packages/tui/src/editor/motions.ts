import { lineAt, nextBoundary, nextWordEnd, previousBoundary, previousWordStart } from './boundaries.ts';
import { type EditorState, moveTo } from './state.ts';

export function left(state: EditorState): EditorState {
  return moveTo(state, previousBoundary(state.text, state.caret));
}

export function right(state: EditorState): EditorState {
  return moveTo(state, nextBoundary(state.text, state.caret));
}

export function wordLeft(state: EditorState): EditorState {
  return moveTo(state, previousWordStart(state.text, state.caret));
}

export function wordRight(state: EditorState): EditorState {
  return moveTo(state, nextWordEnd(state.text, state.caret));
}

export function lineStart(state: EditorState): EditorState {
  return moveTo(state, lineAt(state.text, state.caret).start);
}

export function lineEnd(state: EditorState): EditorState {
  return moveTo(state, lineAt(state.text, state.caret).end);
}

export function textStart(state: EditorState): EditorState {
  return moveTo(state, 0);
}

export function textEnd(state: EditorState): EditorState {
  return moveTo(state, state.text.length);
}
