import { resolvePath, type Run } from '@helve/command';
import { isTrusted, modelFolderOf, revoke, trust } from '@helve/settings';
import { review } from './executables.ts';

export interface TrustInput {
  readonly path: string;
  readonly revoke: boolean;
  readonly dryRun: boolean;
}

export interface TrustResult {
  readonly path: string;
  /** Whether what the file holds now may run. */
  readonly trusted: boolean;
  readonly runs: string[];
}

/** Lets what a project's file says run, until the file changes; or takes that back. */
export const trustFile: Run<TrustInput, TrustResult> = async (input, context) => {
  const { home, now } = context;
  const named = resolvePath(context, input.path);
  // What a folder tells a model is consented to as a whole.
  const path = modelFolderOf(named) ?? named;
  if (input.revoke && !input.dryRun) {
    await revoke(home, path);
    return { path, trusted: false, runs: [] };
  }
  const reviewed = await review(path);
  if (!input.dryRun) await trust(home, reviewed, now());
  return { path, trusted: await isTrusted(home, reviewed), runs: [...reviewed.runs] };
};
