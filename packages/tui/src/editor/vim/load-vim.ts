import type { vimKey } from './vim.ts';

let press: typeof vimKey | undefined;

/** Loads what keys do in vim, for whoever edits so. It must be there before the first key. */
export async function loadVim(): Promise<void> {
  press = (await import('./vim.ts')).vimKey;
}

/** What a key does in vim; undefined when it is none of vim's. */
export const pressInVim: typeof vimKey = (vim, editor, key) => press?.(vim, editor, key);
