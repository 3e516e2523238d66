import { createHash } from 'node:crypto';
import { call, CommandError, textToBytes, worded } from '@helve/command';
import { applyHunks, type Offset } from './hunks.ts';
import { applyBinary, notTheSame } from './binary.ts';
import type { FileChange } from './parse.ts';
import { contentOf, type PatchedFile, textOf } from './tree.ts';
import { encodeText } from '../write.ts';

export type ChangeAction = 'created' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'skipped';

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

/**
 * Does one change of a patch to the tree, which is not yet on disk. As in git, renames and copies start from the content
 * that a file has before the patch, and a name that the patch vacates (`leaving`) can be taken by another file of it.
 */
export async function applyChange(
  change: FileChange,
  at: (name: string) => Promise<PatchedFile>,
  leaving: ReadonlySet<string>,
): Promise<ChangedFile> {
  const { from, to, hunks } = change;
  const source = from === undefined ? undefined : await at(from);
  const target = to === undefined ? undefined : await at(to);
  const subject = (target ?? source)?.target.shown ?? '';
  if (change.unknownContent && !isKnownDeletion(change, source)) {
    return { path: subject, action: 'skipped', added: 0, removed: 0 };
  }
  const isVacated = to !== undefined && leaving.has(to) && target?.isWritten !== true;
  if (target && target !== source && target.content !== undefined && !isVacated) {
    throw new CommandError('ALREADY_EXISTS', `${subject} exists already, and the patch makes it`, {
      hint: 'Nothing was changed. Move it away first, or leave it out of the patch.',
      details: { path: subject },
    });
  }
  const isMove = source !== undefined && target !== undefined && source !== target;
  const start = isMove && source.original !== undefined ? asBefore(source) : source;
  const { content, offsets } = newContent(start, change, (source ?? target)?.target.shown ?? '');
  if (!target && content.length > 0) {
    throw new CommandError('CONFLICT', `${subject} contains more than the patch deletes`, {
      hint: worded`Nothing was changed. Read the file, then delete it with ${call('fs delete')} if that is meant.`,
      details: { path: subject },
    });
  }
  // What a patch has written under the old name stays when the file that was there moves away.
  if (source && source !== target && !change.copy && !(isMove && source.isWritten)) source.content = undefined;
  if (target) {
    target.content = content;
    target.isWritten = true;
    target.executable = change.executable ?? start?.executable;
    if (target !== source) target.like = start?.like ?? start?.target.stats;
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

function asBefore(file: PatchedFile): PatchedFile {
  return { ...file, content: file.original, executable: undefined, like: undefined };
}

function newContent(source: PatchedFile | undefined, change: FileChange, subject: string) {
  const { hunks, binary, gitHash } = change;
  if (binary || change.unknownContent) {
    const old = source ? contentOf(source) : Buffer.alloc(0);
    if (source && gitHash !== undefined && !hasHash(old, gitHash)) throw notTheSame(subject);
    return { content: binary ? applyBinary(old, binary, subject) : Buffer.alloc(0), offsets: [] };
  }
  // A file that only gets another name or mode need not be text.
  if (hunks.length === 0 && source?.content !== undefined) return { content: source.content, offsets: [] };
  const { text, offsets } = applyHunks(source ? textOf(source) : '', hunks, subject);
  return { content: textToBytes(text, (part) => encodeText(part, 'patch')), offsets };
}

/** A binary file whose content the patch does not hold can be deleted, if it is the one that is meant. */
function isKnownDeletion({ to, gitHash }: FileChange, source: PatchedFile | undefined): boolean {
  return to === undefined && gitHash !== undefined && source?.content !== undefined && hasHash(source.content, gitHash);
}

/** Whether git knows this content by a hash that starts so. */
function hasHash(content: Buffer, start: string): boolean {
  const algorithm = start.length > 40 ? 'sha256' : 'sha1';
  const hash = createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex');
  return hash.startsWith(start);
}

function actionOf({ from, to, copy }: FileChange): ChangeAction {
  if (from === undefined) return 'created';
  if (to === undefined) return 'deleted';
  if (copy) return 'copied';
  return from === to ? 'modified' : 'renamed';
}
