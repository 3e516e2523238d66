import { createHash } from 'node:crypto';
import { CommandError } from '@helve/command';
import { applyHunks, type Hunk, type Offset } from './hunks.ts';
import type { FileChange } from './parse.ts';
import { type PatchedFile, textOf } from './tree.ts';
import { encodeText } from '../write.ts';

export type ChangeAction = 'created' | 'modified' | 'deleted' | 'renamed' | 'copied';

export interface ChangedFile {
  readonly path: string;
  readonly action: ChangeAction;
  readonly from?: string;
  readonly added: number;
  readonly removed: number;
  readonly hash?: string;
  /** Hunks that were found elsewhere than they say. */
  readonly offsets?: Offset[];
}

/** Does one change of a patch to the tree, which is not yet on disk. */
export async function applyChange(
  change: FileChange,
  at: (name: string) => Promise<PatchedFile>,
): Promise<ChangedFile> {
  const { from, to, hunks } = change;
  const source = from === undefined ? undefined : await at(from);
  const target = to === undefined ? undefined : await at(to);
  const subject = (target ?? source)?.target.shown ?? '';
  if (target && target !== source && target.content !== undefined) {
    throw new CommandError('ALREADY_EXISTS', `${subject} exists already, and the patch makes it`, {
      hint: 'Nothing was changed. Move it away first, or leave it out of the patch.',
      details: { path: subject },
    });
  }
  const { content, offsets } = newContent(source, hunks, (source ?? target)?.target.shown ?? '');
  if (!target && content.length > 0) {
    throw new CommandError('CONFLICT', `${subject} holds more than the patch deletes`, {
      hint: 'Nothing was changed. Read the file, then delete it with helve fs delete if that is meant.',
      details: { path: subject },
    });
  }
  if (source && source !== target && !change.copy) source.content = undefined;
  if (target) {
    target.content = content;
    target.executable = change.executable ?? source?.executable;
    if (target !== source) target.like = source?.like ?? source?.target.stats;
  }
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    path: subject,
    action: actionOf(change),
    ...(source && target && source !== target ? { from: source.target.shown } : {}),
    added: lines.filter((line) => line.mark === '+').length,
    removed: lines.filter((line) => line.mark === '-').length,
    ...(target ? { hash: createHash('sha256').update(content).digest('hex') } : {}),
    ...(offsets.length > 0 ? { offsets } : {}),
  };
}

function newContent(source: PatchedFile | undefined, hunks: readonly Hunk[], subject: string) {
  // A file that only gets another name or mode need not be text.
  if (hunks.length === 0 && source?.content !== undefined) return { content: source.content, offsets: [] };
  const { text, offsets } = applyHunks(source ? textOf(source) : '', hunks, subject);
  return { content: encodeText(text, 'patch'), offsets };
}

function actionOf({ from, to, copy }: FileChange): ChangeAction {
  if (from === undefined) return 'created';
  if (to === undefined) return 'deleted';
  if (copy) return 'copied';
  return from === to ? 'modified' : 'renamed';
}
