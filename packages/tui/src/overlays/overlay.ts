import type { Key } from '../keys/key.ts';
import type { Caret } from '../screen/screen.ts';
import type { Line } from '../text/span.ts';

export interface WindowSize {
  readonly columns: number;
  /** Rows that may be taken. */
  readonly rows: number;
}

export interface Drawing {
  readonly lines: readonly Line[];
  readonly caret?: Caret;
}

/**
 * What comes of a key: the same thing in another state, an end (without a result where the user left), or nothing. A
 * `message` is what turned out to be written for the input.
 */
export type Step<Result> =
  | { readonly next: Overlay<Result>; readonly message?: string }
  | { readonly done: Result | undefined }
  | { readonly ignored: true };

export interface Asked {
  /** It comes while the user may be writing: what they write is not an answer to it. */
  readonly isUnasked?: true;
}

export function askedAs({ isUnasked }: Asked): Asked {
  return isUnasked ? { isUnasked } : {};
}

/** Something that takes the place of the input for a while. A value: each key makes another. */
export interface Overlay<Result> extends Asked {
  readonly draw: (place: WindowSize) => Drawing;
  readonly press: (key: Key) => Step<Result>;
}

export const IGNORED = { ignored: true } as const;

export function isLeaving(key: Key): boolean {
  return key.name === 'escape' || (key.name === 'c' && 'ctrl' in key);
}
