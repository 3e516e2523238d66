import type { EditorState } from '../state.ts';

export type VimMode = 'insert' | 'normal' | 'visual' | 'visual line';

/** A search for a character in the line, which `;` and `,` repeat. */
export interface Find {
  readonly command: 'f' | 'F' | 't' | 'T';
  readonly character: string;
}

/** How a change was typed, how much was selected for it, and what was written after it. */
export interface Change {
  readonly typed: string;
  readonly over?: Extent;
  readonly inserted?: string;
}

/** How much is selected: line ends, and characters in the last line. */
export interface Extent {
  readonly mode: VimMode;
  readonly lineEnds: number;
  readonly characters: number;
}

export interface VimState {
  readonly mode: VimMode;
  /** What was typed of a command that is not whole yet. */
  readonly typed: string;
  readonly find?: Find;
  /** The last change, which `.` repeats. */
  readonly change?: Change;
  /** How the insert mode was entered: where, with how many steps to undo, and by which command. */
  readonly inserting?: {
    readonly from: number;
    readonly steps: number;
    readonly by?: Omit<Change, 'inserted'>;
    readonly count: number;
  };
  /** Where the selection began. */
  readonly selectedFrom?: number;
}

/** The editor after a key, and how vim stands then. */
export interface VimStep {
  readonly vim: VimState;
  readonly editor: EditorState;
}

/** As a message is begun. */
export const VIM_INSERTING: VimState = { mode: 'insert', typed: '', inserting: { from: 0, steps: 0, count: 1 } };

/** What the status bar shows. */
export function describeMode({ mode, typed }: VimState): string {
  return typed === '' ? `-- ${mode.toUpperCase()} --` : `-- ${mode.toUpperCase()} -- ${typed}`;
}
