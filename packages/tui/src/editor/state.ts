import { snap, type Range } from './boundaries.ts';
import {
  type Attachment,
  attachmentsIn,
  chipLabel,
  cleanText,
  type PastedImage,
  replaceChips,
  withChips,
} from './chips.ts';

interface Snapshot {
  readonly text: string;
  readonly caret: number;
}

/** What was done last, by which it is told what belongs together: for undo, and for what is cut piece by piece. */
type Deed = 'typing' | 'deleting' | 'cutting' | 'yanking';

/** What is being written, and all that is needed to go on. Never changed in place. */
export interface EditorState {
  /** Attachments are in it as one character each; `submission` and `labelledText` are for others. */
  readonly text: string;
  /** An offset in the text, never within a character. */
  readonly caret: number;
  /** The other end of the selection, which the caret is one end of. */
  readonly anchor?: number;
  /** The cell that the caret strives for when it goes up and down over shorter rows. */
  readonly goal?: number;
  /** All of this draft, also those that were deleted: an undo brings them back. Before them some of earlier messages. */
  readonly attachments: readonly Attachment[];
  readonly past: readonly Snapshot[];
  readonly future: readonly Snapshot[];
  readonly lastDeed?: Deed;
  /** What was cut, the newest last. */
  readonly killRing: readonly string[];
  /** Where the text that was put back last stands, and which of the ring it is, counted from the newest. */
  readonly yanked?: Range & { readonly age: number };
}

export interface Edit extends Range {
  readonly text: string;
  /** Where the caret is afterwards; after the new text unless told. */
  readonly caret?: number;
}

const REMEMBERED = 500;

export const EMPTY_EDITOR: EditorState = {
  text: '',
  caret: 0,
  attachments: [],
  past: [],
  future: [],
  killRing: [],
};

/** Another text in place of a part, as one step of undo, or as more of the last step when `joins` is told. */
export function edit(state: EditorState, { start, end, text, caret }: Edit, deed?: Deed, joins = false): EditorState {
  const changed = state.text.slice(0, start) + text + state.text.slice(end);
  const { goal: _, anchor: __, yanked: ___, lastDeed: ____, ...kept } = state;
  const placed = snap(changed, caret ?? start + text.length);
  if (changed === state.text) return { ...kept, caret: placed };
  const { past } = state;
  return {
    ...kept,
    text: changed,
    caret: placed,
    past: joins ? past : [...past.slice(-REMEMBERED + 1), { text: state.text, caret: state.caret }],
    future: [],
    ...(deed && { lastDeed: deed }),
  };
}

/** Puts the caret elsewhere. What is typed there is another step of undo. */
export function moveTo(state: EditorState, caret: number): EditorState {
  const { goal: _, lastDeed: __, yanked: ___, ...kept } = state;
  return { ...kept, caret: snap(state.text, caret) };
}

export function undo(state: EditorState): EditorState {
  const snapshot = state.past.at(-1);
  if (!snapshot) return state;
  const { text, caret } = state;
  return {
    ...moveTo(state, 0),
    ...snapshot,
    past: state.past.slice(0, -1),
    future: [...state.future, { text, caret }],
  };
}

export function redo(state: EditorState): EditorState {
  const snapshot = state.future.at(-1);
  if (!snapshot) return state;
  const { text, caret } = state;
  return {
    ...moveTo(state, 0),
    ...snapshot,
    past: [...state.past, { text, caret }],
    future: state.future.slice(0, -1),
  };
}

/** Another text in place of all, as from the history or another editor. What was attached once is so again. */
export function setText(state: EditorState, text: string, caret?: number): EditorState {
  const chipped = withChips(cleanText(text), state.attachments);
  return edit(state, { start: 0, end: state.text.length, text: chipped, ...(caret !== undefined && { caret }) });
}

/** So many attachments are known again when a message comes back. */
const KEPT_ATTACHMENTS = 20;

/** An empty text. What was cut before can still be put back, and what was sent may come back with what was attached. */
export function cleared(state: EditorState): EditorState {
  const attachments = state.attachments.slice(-KEPT_ATTACHMENTS);
  return { ...EMPTY_EDITOR, attachments, killRing: state.killRing.map((text) => submission({ ...state, text }).text) };
}

/** The text as it is shown, with labels for attachments. */
export function labelledText({ text, attachments }: EditorState): string {
  return replaceChips(text, attachments, chipLabel);
}

/** What is sent: folded pastes in full, images beside the text, which says where they were. */
export function submission({ text, attachments }: EditorState): {
  readonly text: string;
  readonly images: readonly PastedImage[];
} {
  return {
    text: replaceChips(text, attachments, (attachment) =>
      attachment?.kind === 'paste' ? attachment.text : chipLabel(attachment),
    ),
    images: attachmentsIn(text, attachments).filter((attachment) => attachment.kind === 'image'),
  };
}
