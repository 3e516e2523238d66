import type { EditorState } from '../state.ts';

export type VimMode = 'insert' | 'normal' | 'visual' | 'visual line';

/** A search for a character in the line, which `;` and `,` repeat. */
export interface Find {
  readonly command: 'f' | 'F' | 't' | 'T';
  readonly character: string;
}

export interface VimState {
  readonly mode: VimMode;
  /** What was typed of a command that is not whole yet. */
  readonly typed: string;
  readonly find?: Find;
  /** The last change, which `.` repeats: how it was typed, and what was written after it. */
  readonly change?: { readonly typed: string; readonly inserted?: string };
  /** How the insert mode was entered: where, with how many steps to undo, and by which command. */
  readonly inserting?: {
    readonly from: number;
    readonly steps: number;
    readonly typed?: string;
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

export const VIM_INSERTING: VimState = { mode: 'insert', typed: '' };

/** What the status bar shows. */
export function describeMode({ mode, typed }: VimState): string {
  return typed === '' ? `-- ${mode.toUpperCase()} --` : `-- ${mode.toUpperCase()} -- ${typed}`;
}
