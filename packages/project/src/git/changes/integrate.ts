import { call, CommandError, type Context, worded, type Wording } from '@helve/command';
import { gitError, list } from '../repository/errors.ts';
import {
  commitAt,
  conflictedFiles,
  currentBranch,
  emptyTree,
  operationInProgress,
  type Repository,
} from '../repository/repository.ts';
import { type GitOptions, git, tryGit } from '../repository/run.ts';
import { totalsBetween } from './changes.ts';

/** How long putting things back may take after the caller has given up. */
const UNDO_TIME = 30_000;

export interface Integration {
  readonly options?: GitOptions;
  readonly keepConflicts: boolean;
  /** The command that leaves the conflicts in the files. */
  readonly again: ReturnType<typeof call>;
}

/** Runs a git that brings other commits into the branch. When that fails, the tree is put back as it was. */
export async function integrate(context: Context, repository: Repository, args: readonly string[], how: Integration) {
  const start = await startOf(context);
  const { before, branch } = start;
  // What was begun is undone also when the caller gives up meanwhile.
  const free = (): Context => ({ ...context, signal: AbortSignal.timeout(UNDO_TIME) });
  const result = await tryGit(context, 'execute', args, how.options).catch(async (thrown: unknown) => {
    await undo(free(), start);
    throw thrown;
  });
  if (result.exitCode !== 0) {
    const files = await conflictedFiles(free(), repository);
    const operation = await operationInProgress(free());
    if (files.length === 0 || !how.keepConflicts) await undo(free(), start);
    throw files.length === 0 ? gitError(args, result) : conflict(files, operation ?? 'merge', how);
  }
  const after = await commitAt(context);
  const names = { branch, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  if (after === undefined || after === before)
    return { ...names, updated: false, commits: 0, files: 0, insertions: 0, deletions: 0 };
  const range = before === undefined ? after : `${before}..${after}`;
  const { stdout } = await git(context, 'inspect', ['rev-list', '--count', range, '--']);
  const totals = await totalsBetween(context, before ?? (await emptyTree(context)), after);
  return { ...names, updated: true, commits: Number(stdout), ...totals };
}

/** A merge or rebase that waits to be finished would be lost by undoing another. */
export async function refuseUnfinished(context: Context, repository: Repository): Promise<void> {
  const waiting = await operationInProgress(context);
  if (waiting !== 'merge' && waiting !== 'rebase') return;
  const files = await conflictedFiles(context, repository);
  throw new CommandError('CONFLICT', `A ${waiting} is not finished yet`, {
    hint: worded`Resolve and commit it, or abort it with: ${abortOf(waiting)}`,
    details: { files, operation: waiting },
  });
}

interface Start {
  readonly before: string | undefined;
  readonly branch: string | null;
  /** Whether all that is staged later came from the git that ran. */
  readonly nothingStaged: boolean;
}

async function startOf(context: Context): Promise<Start> {
  return {
    before: await commitAt(context),
    branch: (await currentBranch(context)) ?? null,
    nothingStaged: await nothingStaged(context),
  };
}

/** Hooks are not run: one of them may be why there is something to undo. */
async function undo(context: Context, start: Start): Promise<void> {
  const operation = await operationInProgress(context);
  if (operation === 'merge' || operation === 'rebase') await git(context, 'modify', [operation, '--abort']);
  // A git that was stopped in a hook has merged, but left no mark of a merge yet or no longer.
  const now = await startOf(context);
  if (start.before === undefined || !start.nothingStaged || now.branch !== start.branch) return;
  if (now.before === start.before && now.nothingStaged) return;
  await git(context, 'modify', ['reset', '--quiet', '--merge', start.before]);
}

async function nothingStaged(context: Context): Promise<boolean> {
  return (await tryGit(context, 'inspect', ['diff', '--cached', '--quiet'])).exitCode === 0;
}

function conflict(files: readonly string[], operation: string, how: Integration): CommandError {
  const kept = how.keepConflicts;
  const finish = operation === 'merge' ? worded`${call('git commit')}` : `git ${operation} --continue`;
  return new CommandError('CONFLICT', `Both sides changed ${list(files)}${kept ? '' : '; nothing was changed'}`, {
    hint: kept
      ? worded`Edit the files, stage them with ${call('git add')}, and finish with: ${finish}; or abort with: ${abortOf(operation)}`
      : worded`To resolve it in the files: ${how.again}`,
    details: { files, operation },
  });
}

function abortOf(operation: string): Wording {
  return operation === 'merge' ? worded`${call('git merge', { abort: true })}` : `git ${operation} --abort`;
}
