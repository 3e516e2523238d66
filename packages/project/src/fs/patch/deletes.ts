import type { Input } from '../../commands/fs/patch.ts';
import { parsePatch } from './parse.ts';

/** Whether a patch deletes a file. One that cannot be read changes nothing. */
export function deletesFiles(input: Pick<Input, 'patch' | 'strip' | 'reverse'>): boolean {
  try {
    return parsePatch(input.patch, { ...input, exists: () => false }).changes.some(({ to }) => to === undefined);
  } catch {
    return false;
  }
}
