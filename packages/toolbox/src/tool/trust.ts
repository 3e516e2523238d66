import { resolvePath, type Run } from '@helve/command';
import { isTrusted, modelFolderOf, revoke, trust } from '@helve/settings';
import { review } from '../trust/review.ts';
import type { Input, Output } from '../commands/tool/trust.ts';

/** Lets what a project's file says run, until the file changes; or takes that back. */
export const trustFile: Run<Input, Output> = async (input, context) => {
  const {
    place: { home },
    now,
  } = context;
  const named = resolvePath(context.place, input.path);
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
