import { writeFile } from 'node:fs/promises';
import { type Context, createSpillPath } from '@helve/command';

/** Characters of a patch that a result holds at most. */
const PATCH_LIMIT = 200_000;

/** A patch, or its first files, what is left out, and a file with all of it. */
export interface BoundPatch {
  readonly patch: string;
  readonly truncated: boolean;
  readonly leftOut?: { readonly files: number; readonly characters: number };
  readonly patchFile?: string;
}

export async function boundPatch(
  context: Context,
  { stdout, truncated }: { readonly stdout: string; readonly truncated: boolean },
): Promise<BoundPatch> {
  if (stdout.length <= PATCH_LIMIT && !truncated) return { patch: stdout, truncated: false };
  const patchFile = await createSpillPath(context);
  await writeFile(patchFile, stdout, { mode: 0o600, flag: 'wx' });
  const patch = stdout.slice(0, cutAt(stdout));
  const leftOut = { files: filesIn(stdout) - filesIn(patch), characters: stdout.length - patch.length };
  const all = truncated ? `The first ${stdout.length} characters: ${patchFile}` : `All of it: ${patchFile}`;
  context.warn(
    `The patch is cut: ${leftOut.characters} of ${stdout.length} characters, ${leftOut.files} of ${filesIn(stdout)} files are left out. ${all}`,
  );
  return { patch, truncated: true, leftOut, patchFile };
}

/** Between two files or, in a file that is too long alone, between two lines: the patch can still be applied or read. */
function cutAt(patch: string): number {
  const file = patch.lastIndexOf('\ndiff --git ', PATCH_LIMIT) + 1;
  return file > 0 ? file : patch.lastIndexOf('\n', PATCH_LIMIT) + 1;
}

function filesIn(patch: string): number {
  return patch.match(/^diff --git /gm)?.length ?? 0;
}
