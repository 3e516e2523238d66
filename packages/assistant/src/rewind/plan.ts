import { dirname } from 'node:path';
import { projectRoot, realPath } from '@helve/command';
import type { Entry } from '../log/entry.ts';
import { type Change, changesIn, type FileState, isSame } from './changes.ts';
import type { ContentStore } from './content-store.ts';
import { onlyHash, stateOf } from './file-state.ts';
import { gitContent } from './git-files.ts';

/** What is to become of a file: how it is now, and how it was. */
export interface Step {
  readonly path: string;
  readonly action: 'create' | 'change' | 'delete';
  readonly now: FileState;
  readonly to: RestorableState;
}

export type RestorableState =
  | Extract<FileState, { readonly kind: 'absent' | 'link' }>
  | { readonly kind: 'file'; readonly hash: string; readonly content: Buffer; readonly mode: number };

/** A file that is left as it is, and why. */
export interface Left {
  readonly path: string;
  readonly why: string;
}

export interface FilePlan {
  readonly steps: readonly Step[];
  /** Somebody else changed them since: what they are now would be lost. */
  readonly conflicts: readonly Left[];
  /** What they were is not known any more. */
  readonly lost: readonly Left[];
}

export interface PlanPlace {
  readonly store: ContentStore;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly permits: (path: string) => boolean;
}

/**
 * How to make files what they were before some entries were written. Only what the conversation changed is touched, and
 * only where it is still as the conversation left it.
 */
export async function planFiles(entries: readonly Entry[], place: PlanPlace): Promise<FilePlan> {
  const touched = new Map<string, Change>();
  for (const change of entries.flatMap(changesIn)) {
    const first = touched.get(change.path);
    touched.set(change.path, first ? { ...change, before: first.before } : change);
  }
  const steps: Step[] = [];
  const conflicts: Left[] = [];
  const lost: Left[] = [];
  for (const { path, before, after } of touched.values()) {
    const now = await stateOf(path, onlyHash);
    const to = await resolve(path, before, now, place);
    if (!now || realPath(dirname(path)) !== dirname(path)) conflicts.push({ path, why: 'something else is there now' });
    else if (typeof to === 'string') lost.push({ path, why: to });
    else if (isSame(now, to)) continue;
    else if (!isSame(now, after)) conflicts.push({ path, why: 'something else changed it since' });
    else if (now.kind === 'lost') conflicts.push({ path, why: 'its current content could not be saved' });
    else if (!place.permits(path)) conflicts.push({ path, why: 'the permission rules do not allow it' });
    else steps.push({ path, action: actionOf(now, to), now, to });
  }
  return { steps, conflicts, lost };
}

/** The state with its content; or why it cannot be had. */
async function resolve(
  path: string,
  state: FileState,
  now: FileState | undefined,
  { store, env }: PlanPlace,
): Promise<RestorableState | string> {
  switch (state.kind) {
    case 'absent':
    case 'link':
      return state;
    case 'lost':
      return state.why;
    case 'file': {
      const content = await store.read(state.hash);
      return content ? { ...state, content } : 'its earlier content is no longer stored';
    }
    case 'git': {
      const content = await gitContent(projectRoot(dirname(path)), path, state.blob, env);
      if (!content) return 'git no longer has it';
      return { kind: 'file', hash: await onlyHash(content), content, mode: modeFor(state.executable, now) };
    }
  }
}

/** Git knows of a mode only whether the file can be run. */
function modeFor(executable: boolean, now: FileState | undefined): number {
  const mode = now?.kind === 'file' ? now.mode : 0o644;
  return executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

function actionOf(now: FileState, to: RestorableState): Step['action'] {
  if (to.kind === 'absent') return 'delete';
  return now.kind === 'absent' ? 'create' : 'change';
}
