import type { SlashChoice, SlashCommand } from '../commands/command.ts';
import { attachImage, insert, newlineAfterBackslash, paste } from '../editor/edits.ts';
import type { PastedImage } from '../editor/chips.ts';
import { rowDown, rowUp } from '../editor/rows.ts';
import { cleared, type EditorState, EMPTY_EDITOR, labelledText, setText, submission } from '../editor/state.ts';
import type { Action } from '../keys/actions.ts';
import { isPress, type Key } from '../keys/key.ts';
import { type Keymap, meaningOf } from '../keys/keymap.ts';
import type { EditorMode } from '../settings/settings.ts';
import type { InputView } from '../app/compose.ts';
import { EDITS } from './edit-actions.ts';
import { commonPrefix, fileProposals, type Proposal, slashProposals } from './proposals.ts';

export interface InputOptions {
  readonly keymap: Keymap;
  readonly editorMode: EditorMode;
  readonly commands: () => readonly SlashCommand[];
  readonly choicesOf: (command: SlashCommand) => readonly SlashChoice[];
  /** Files that `@` can mean; may be incomplete at first. */
  readonly files: () => readonly string[];
  readonly columns: () => number;
}

/** What the user sends. */
export interface Submission {
  readonly text: string;
  readonly images: readonly PastedImage[];
  /** When the turn is over, not within it. */
  readonly isForLater: boolean;
}

/** What comes of a key: something that the input cannot do by itself, or nothing more. */
export type InputOutcome = { readonly submit: Submission } | { readonly action: Action } | undefined;

const PROMPT_WIDTH = 2;

/** The line that the user writes, with all that helps to write it. */
export class InputLine {
  readonly #options: InputOptions;
  #editor: EditorState = EMPTY_EDITOR;
  #begun: string | undefined;
  #selected = 0;
  /** The text for which the user has closed the proposals. */
  #closedFor: string | undefined;

  constructor(options: InputOptions) {
    this.#options = options;
  }
}
