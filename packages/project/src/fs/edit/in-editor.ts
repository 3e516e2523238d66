import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { CommandError, type Context, toCommandError } from '@helve/command';
import { type Target, targetAt } from '../paths/target.ts';
import { makeFolders, removeFolders } from '../write/folders.ts';
import { refuseReadOnly } from '../write/read-only.ts';
import { replaceFile, type ReplaceOptions, type Written } from '../write/replace.ts';
import { readTextFile, type TextFile } from './text-file.ts';

/** A text file as the caller's editor has it, or as it is on disk. */
export async function currentText(target: Target, { reach, signal }: Context): Promise<TextFile> {
  const saved = await readTextFile(target, signal);
  const text = await reach.editor?.readText?.(target.path, signal);
  if (text === undefined || text === saved.text) return saved;
  return { bom: saved.bom, text, hash: createHash('sha256').update(text).digest('hex') };
}

/** Puts new text in a file's place: through the caller's editor, or on disk. */
export async function putText(
  target: Target,
  content: Buffer,
  { reach, signal }: Context,
  options: Omit<ReplaceOptions, 'signal'>,
): Promise<Written> {
  const write = reach.editor?.writeText;
  if (!write) return replaceFile(target, [content], { ...options, signal });
  if (target.stats) await refuseReadOnly(targetAt(target), target.shown, Number(target.stats.mode));
  const { made } = await makeFolders(dirname(target.path), target.shown, target.folders);
  const isWritten = await write(target.path, content.toString(), signal).catch(async (thrown: unknown) => {
    await removeFolders(made);
    throw new CommandError(
      'UNAVAILABLE',
      `The editor could not write ${target.shown}: ${toCommandError(thrown).message}`,
      { hint: 'Check the file in the editor, then retry.', retry: 'conditional' },
    );
  });
  if (!isWritten) return replaceFile(target, [content], { ...options, signal });
  return { bytes: content.length, hash: createHash('sha256').update(content).digest('hex') };
}
