import { call, CommandError, type Context, worded } from '@helve/command';
import { isOver, type ThreadRecord } from './record.ts';
import { threads } from './runner.ts';
import { discardWorktree, type Merged, mergeWorktree, requireWorktree } from './worktree.ts';

interface Named {
  readonly id: string;
}

type Ended<Result> = Result & { readonly id: string; readonly branch: string };

export async function mergeThread({ id }: Named, context: Context): Promise<Ended<Merged>> {
  const record = await ended(id, context);
  const { branch } = requireWorktree(record);
  const merged = await mergeWorktree(requireWorktree(record), record.name, placeOf(context));
  await context.keep(threads).update(record.id, { worktree: undefined });
  return { id: record.id, branch, ...merged };
}

export async function discardThread(
  { id }: Named,
  context: Context,
): Promise<Ended<{ readonly ref?: string; readonly commits: number }>> {
  const record = await ended(id, context);
  const { branch } = requireWorktree(record);
  const discarded = await discardWorktree(requireWorktree(record), record.name, placeOf(context));
  await context.keep(threads).update(record.id, { worktree: undefined });
  return { id: record.id, branch, ...discarded };
}

function placeOf({ place: { env }, signal }: Context) {
  return { env, signal };
}

async function ended(id: string, context: Context): Promise<ThreadRecord> {
  const record = await context.keep(threads).find(id);
  if (isOver(record)) return record;
  throw new CommandError('CONFLICT', `The thread ${record.id} is ${record.status}`, {
    hint: worded`Stop it first: ${call('thread stop', { id: record.id })}`,
    retry: 'conditional',
  });
}
