import type { InputView } from '../app/compose.ts';
import type { PastedImage } from '../editor/chips.ts';
import { attachImage, insert, newlineAfterBackslash, paste } from '../editor/edits.ts';
import { createHistory, type History, nextEntry, previousEntry, recallable, remember } from '../editor/history.ts';
import { acceptSearch, type HistorySearch, nextMatch, searchFor, startSearch } from '../editor/history-search.ts';
import { rowDown, rowUp } from '../editor/rows.ts';
import { cleared, edit, type EditorState, EMPTY_EDITOR, labelledText, setText, submission } from '../editor/state.ts';
import { pressInVim } from '../editor/vim/load-vim.ts';
import { describeMode, VIM_INSERTING, type VimState } from '../editor/vim/vim-state.ts';
import type { Action } from '../keys/actions.ts';
import type { Key } from '../keys/key.ts';
import { type Keymap, keysOf, meaningOf } from '../keys/keymap.ts';
import type { EditorMode } from '../settings/settings.ts';
import { typedQuery } from './typed-query.ts';
import { withDropped } from './dropped-image.ts';
import { EDITS } from './edit-actions.ts';
import { commonPrefix, type Proposal, type ProposalSources, proposalsFor } from './proposals.ts';

export interface InputOptions extends ProposalSources {
  readonly keymap: Keymap;
  readonly mode: EditorMode;
  readonly columns: () => number;
}

/** What the user sends. */
export interface Submission {
  readonly text: string;
  /** The same with labels in place of what was pasted and folded: signs and names that stand in that were not typed. */
  readonly typed: string;
  readonly images: readonly PastedImage[];
  /** When the turn is over, not within it. */
  readonly isForLater: boolean;
}

/** What comes of a key that the input cannot do by itself. */
export type InputOutcome = { readonly submit: Submission } | { readonly action: Action } | undefined;

export const PROMPT_WIDTH = 2;

/** The line that the user writes, with all that helps to write it. */
export class InputLine {
  readonly #options: InputOptions;
  #editor: EditorState = EMPTY_EDITOR;
  /** What was being written before a line of ours. */
  #aside: EditorState | undefined;
  /** Only where the user edits as in vim. */
  #vim: VimState | undefined;
  #history: History = createHistory();
  #search: HistorySearch | undefined;
  /** The first of two keys that mean something together. */
  #begun: string | undefined;
  #selected = 0;
  /** The text for which the user has closed the proposals. */
  #closedFor: string | undefined;
  #proposals: { readonly for: EditorState; readonly list: readonly Proposal[] } | undefined;

  constructor(options: InputOptions) {
    this.#options = options;
    this.setMode(options.mode);
  }

  get mode(): EditorMode {
    return this.#vim ? 'vim' : 'normal';
  }

  setMode(mode: EditorMode): void {
    this.#vim = mode === 'vim' ? VIM_INSERTING : undefined;
  }

  get isEmpty(): boolean {
    return this.#editor.text === '';
  }

  get text(): string {
    return labelledText(this.#editor);
  }

  setText(text: string): void {
    this.#change(setText(this.#editor, text));
  }

  /** What was sent and did not go in stands before what is written meanwhile. */
  giveBack(texts: readonly string[]): void {
    if (texts.length > 0) this.setText([...texts, this.text].filter((text) => text !== '').join('\n'));
  }

  /** Begins a line for the user. What they were writing comes back when that is sent or given up. */
  begin(text: string): void {
    if (!this.isEmpty) this.#aside ??= this.#editor;
    this.#change(setText(cleared(this.#editor), text));
  }

  /** An undo brings back what was there. */
  clear(): void {
    this.#change(setText(this.#editor, ''));
  }

  attach(image: Pick<PastedImage, 'mediaType' | 'data'>): void {
    this.#change(attachImage(this.#editor, image));
  }

  /** Messages that were sent in earlier conversations, oldest first. */
  recall(entries: readonly string[]): void {
    this.#history = createHistory([...entries, ...this.#history.entries]);
  }

  /** What there is to propose has changed. */
  renew(): void {
    this.#proposals = undefined;
  }

  view(rest: Pick<InputView, 'hint' | 'placeholder'>): InputView {
    const { query = '', match, failed } = this.#search ?? {};
    const label = !failed ? 'search' : match ? 'no more' : 'none';
    return {
      editor: this.#editor,
      proposals: this.#list(),
      selected: this.#selected,
      mode: this.#vim && describeMode(this.#vim),
      search: this.#search && {
        label,
        query,
        match: (match?.text ?? '').replace(/\s+/g, ' '),
        key: keysOf(this.#options.keymap, 'searchHistory')[0],
      },
      ...rest,
    };
  }

  /** Whether a key that could also be meant for a question has something to do here. */
  hasUseFor({ name }: Key): boolean {
    if (this.#search || this.#list().length > 0) return true;
    if (name === 'escape') return this.#vim?.mode === 'insert';
    if (name === 'up' || name === 'down') return this.#rowBeside(name === 'up' ? rowUp : rowDown) !== undefined;
    return false;
  }

  press(key: Key): InputOutcome {
    if (this.#search) return this.#pressInSearch(this.#search, key);
    if (this.#pressInVim(key)) return undefined;
    const context = this.#list().length > 0 ? 'popup' : 'input';
    const meaning = meaningOf(this.#options.keymap, context, key, this.#begun);
    this.#begun = meaning && 'begun' in meaning ? meaning.begun : undefined;
    if (meaning) return 'action' in meaning ? this.#act(meaning.action) : undefined;
    if (key.name === 'text') this.#change(insert(this.#editor, key.text));
    else if (key.name === 'space') this.#change(insert(this.#editor, ' '));
    else if (key.name === 'paste') this.#change(paste(this.#editor, withDropped(this.#editor, key.text)));
    return undefined;
  }

  #act(action: Action): InputOutcome {
    const edit = EDITS[action];
    if (edit && !(action === 'deleteOrExit' && this.isEmpty)) {
      this.#change(edit(this.#editor));
      return undefined;
    }
    switch (action) {
      case 'submit':
      case 'queue':
        return this.#submit(action === 'queue');
      case 'up':
        return this.#vertical(rowUp, previousEntry);
      case 'down':
        return this.#vertical(rowDown, nextEntry);
      case 'searchHistory':
        this.#search = startSearch(this.text);
        return undefined;
      case 'previous':
      case 'next':
      case 'previousPage':
      case 'nextPage':
        return this.#select(STEPS[action]);
      case 'choose':
        return this.#choose();
      case 'complete':
        return this.#complete();
      case 'close':
        this.#closedFor = this.#editor.text;
        this.renew();
        return undefined;
      default:
        return { action };
    }
  }

  #submit(isForLater: boolean): InputOutcome {
    const continued = newlineAfterBackslash(this.#editor);
    if (continued) {
      this.#change(continued);
      return undefined;
    }
    const said = submission(this.#editor);
    if (said.text.trim() === '' && said.images.length === 0) return undefined;
    const typed = this.text;
    this.#history = remember(this.#history, recallable(said.text, typed));
    this.#change(cleared(this.#editor));
    if (this.#vim) this.#vim = VIM_INSERTING;
    return { submit: { ...said, typed, isForLater } };
  }

  /** Within the text as long as there are rows, then through what was sent before. */
  #vertical(
    move: typeof rowUp,
    recalled: (history: History, text: string) => ReturnType<typeof previousEntry>,
  ): InputOutcome {
    const moved = this.#rowBeside(move);
    if (moved) {
      this.#change(moved);
      return undefined;
    }
    const found = recalled(this.#history, submission(this.#editor).text);
    if (!found) return undefined;
    this.#history = found.history;
    this.#change(setText(this.#editor, found.text));
    this.#closedFor = this.#editor.text;
    return undefined;
  }

  #rowBeside(move: typeof rowUp): EditorState | undefined {
    return move(this.#editor, { columns: this.#options.columns(), promptWidth: PROMPT_WIDTH });
  }

  #select(by: number): undefined {
    const { length } = this.#list();
    this.#selected = Math.abs(by) === 1 ? (this.#selected + by + length) % length : clamp(this.#selected + by, length);
  }

  #choose(): InputOutcome {
    const chosen = this.#list()[this.#selected];
    if (!chosen) return this.#submit(false);
    this.#change(chosen.taken);
    if (!chosen.isWhole) return undefined;
    return this.#submit(false);
  }

  /** As far as all proposals agree; a single one whole. */
  #complete(): undefined {
    const list = this.#list();
    const [only] = list;
    if (!only) return;
    if (list.length === 1) this.#change(only.taken);
    else {
      const prefix = commonPrefix(list);
      const { text, caret } = this.#editor;
      const typed = text.slice(0, caret);
      // Letters from the middle of names would be lost with it, and the list would be longer than before.
      const goesOn = prefix.length > caret && prefix.toLowerCase().startsWith(typed.toLowerCase());
      if (goesOn && !/^\S/.test(text.slice(caret)))
        this.#change(edit(this.#editor, { start: 0, end: caret, text: prefix }));
    }
  }

  /** Says whether the key was vim's. */
  #pressInVim(key: Key): boolean {
    // Where proposals are open, escape closes them first.
    const step = this.#vim && this.#list().length === 0 ? pressInVim(this.#vim, this.#editor, key) : undefined;
    if (!step) return false;
    this.#vim = step.vim;
    this.#change(step.editor);
    return true;
  }

  #pressInSearch(search: HistorySearch, key: Key): InputOutcome {
    const { entries } = this.#history;
    const isCtrl = 'ctrl' in key;
    const query = typedQuery(search.query, key);
    if (query !== undefined) {
      this.#search = searchFor(entries, search, query);
    } else if (this.#searchesOn(key)) {
      this.#search = nextMatch(entries, search);
    } else {
      this.#search = undefined;
      const isGivenUp = key.name === 'escape' || (isCtrl && (key.name === 'c' || key.name === 'g'));
      this.#change(setText(this.#editor, isGivenUp ? search.draft : acceptSearch(search)));
      this.#closedFor = this.#editor.text;
    }
    return undefined;
  }

  #searchesOn(key: Key): boolean {
    const meaning = meaningOf(this.#options.keymap, 'input', key);
    return meaning !== undefined && 'action' in meaning && meaning.action === 'searchHistory';
  }

  #change(editor: EditorState): void {
    if (editor.text !== this.#editor.text) {
      this.#selected = 0;
      this.#closedFor = undefined;
    }
    const isOver = editor.text === '' && this.#aside !== undefined;
    this.#editor = (isOver && this.#aside) || editor;
    if (isOver) this.#aside = undefined;
  }

  #list(): readonly Proposal[] {
    if (this.#closedFor === this.#editor.text || (this.#vim && this.#vim.mode !== 'insert')) return [];
    if (this.#proposals?.for !== this.#editor) {
      this.#proposals = { for: this.#editor, list: proposalsFor(this.#editor, this.#options) };
    }
    return this.#proposals.list;
  }
}

const STEPS = { previous: -1, next: 1, previousPage: -8, nextPage: 8 } as const;

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index));
}
