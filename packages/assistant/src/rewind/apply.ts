import { randomBytes } from 'node:crypto';
import { chmod, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError, makeFolder, toCommandError } from '@helve/command';
import { type Change, type FileState, isSame } from './changes.ts';
import type { ContentStore } from './content-store.ts';
import { keepIn, stateOf } from './file-state.ts';
import type { RestorableState, Step } from './plan.ts';

interface Staged extends Step {
  /** What takes the file's place; none where it is deleted. */
  readonly temp: string | undefined;
  /** What was there, and can be had again. */
  readonly kept: FileState;
}

/**
 * Makes files what they were: all of them, or none. What they are now is kept first, so that this can be undone too; new
 * content is made beside each file and takes its place in one step.
 */
export async function applySteps(
  steps: readonly Step[],
  store: ContentStore,
  now: () => number,
): Promise<readonly Change[]> {
  const staged: Staged[] = [];
  const done: Staged[] = [];
  try {
    for (const step of steps) {
      const kept = await stateOf(step.path, keepIn(store, now));
      if (!kept || !isSame(kept, step.now)) {
        throw new CommandError('STALE', `${step.path} changed a moment ago`, { retry: 'safe' });
      }
      staged.push({ ...step, kept, temp: await stage(step.path, step.to) });
    }
    for (const step of staged) {
      await put(step.path, step.temp, step.to);
      done.push(step);
    }
  } catch (thrown) {
    for (const { temp } of staged) if (temp !== undefined) await rm(temp, { force: true });
    for (const { path, kept } of done.toReversed()) await putBack(path, kept, store);
    throw toCommandError(thrown);
  }
  return Promise.all(
    steps.map(async ({ path, to }, index): Promise<Change> => {
      const before = staged[index]?.kept ?? { kind: 'absent' };
      if (to.kind !== 'file') return { path, before, after: to };
      return { path, before, after: { kind: 'file', hash: to.hash, mode: to.mode } };
    }),
  );
}

async function stage(path: string, to: RestorableState): Promise<string | undefined> {
  if (to.kind === 'absent') return undefined;
  await makeFolder(dirname(path));
  const temp = join(dirname(path), `.helve-${randomBytes(12).toString('hex')}.tmp`);
  try {
    if (to.kind === 'link') await symlink(to.target, temp);
    else {
      await writeFile(temp, to.content, { flag: 'wx', mode: 0o600 });
      await chmod(temp, to.mode);
    }
    return temp;
  } catch (thrown) {
    await rm(temp, { force: true });
    throw thrown;
  }
}

async function put(path: string, temp: string | undefined, to: RestorableState): Promise<void> {
  if (temp !== undefined) return rename(temp, path);
  await rm(path, { force: true });
  if (to.kind !== 'absent' || to.missing === undefined) return;
  // Folders that were not there either go too, as long as nothing else is in them.
  for (let folder = dirname(path); folder.startsWith(to.missing); folder = dirname(folder)) {
    if (!(await rmdir(folder).then(yes, no))) return;
  }
}

async function putBack(path: string, kept: FileState, store: ContentStore): Promise<void> {
  const content = kept.kind === 'file' ? await store.read(kept.hash) : undefined;
  const to: RestorableState | undefined =
    kept.kind === 'file'
      ? content && { ...kept, content }
      : kept.kind === 'absent' || kept.kind === 'link'
        ? kept
        : undefined;
  if (to) await put(path, await stage(path, to), to);
}

const yes = () => true;
const no = () => false;
