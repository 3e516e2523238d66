import { existsSync } from 'node:fs';
import { ConversationLog, type ShownItem, shownItems } from '@helve/assistant';
import { CommandError, type Context, projectRoot } from '@helve/command';
import type { ThreadRecord } from './record.ts';
import { type ThreadPlace, type ThreadStore, threads, type ThreadWish } from './store.ts';

export type Thread = Omit<ThreadRecord, 'file' | 'wantedModel' | 'status'> & {
  readonly status: ThreadRecord['status'] | 'interrupted';
};

export async function startThread(wish: ThreadWish, context: Context): Promise<Thread> {
  refuseEmpty(wish.prompt);
  const store = context.keep(threads);
  return shown(await store.start(wish, await placeOf(context)), store);
}

export function createAndStart(
  { task, agent }: { readonly task: string; readonly agent?: string | undefined },
  context: Context,
): Promise<Thread> {
  return startThread({ prompt: task, agent }, context);
}

export async function listThreads(
  { all }: { readonly all: boolean },
  context: Context,
): Promise<{ threads: Thread[]; count: number }> {
  const store = context.keep(threads);
  const root = projectRoot(context.cwd);
  const found = (await store.records()).filter(({ cwd }) => all || projectRoot(cwd) === root);
  return { threads: found.map((record) => shown(record, store)), count: found.length };
}

export interface ReadWish {
  readonly id: string;
  readonly wait: boolean;
  readonly timeoutSeconds: number;
  readonly limit: number;
}

export async function readThread(
  { id, wait, timeoutSeconds, limit }: ReadWish,
  context: Context,
): Promise<Thread & { readonly items: ShownItem[]; readonly earlier: number }> {
  const store = context.keep(threads);
  const before = await store.find(id);
  if (wait) {
    const limits = [context.signal, AbortSignal.timeout(timeoutSeconds * 1000)];
    await store.wait(before.id, AbortSignal.any(limits), context.progress);
  }
  const record = await store.find(before.id);
  return { ...shown(record, store), ...shownItems(chainOf(record, store, context), limit, false) };
}

export async function sendToThread(
  { id, prompt }: { readonly id: string; readonly prompt: string },
  context: Context,
): Promise<Thread> {
  refuseEmpty(prompt);
  const store = context.keep(threads);
  return shown(await store.send(id, prompt, await placeOf(context)), store);
}

export async function stopThread({ id }: { readonly id: string }, context: Context): Promise<Thread> {
  const store = context.keep(threads);
  return shown(await store.stop(id), store);
}

export async function deleteThread(
  { id, force, dryRun }: { readonly id: string; readonly force: boolean; readonly dryRun: boolean },
  context: Context,
): Promise<Pick<Thread, 'id' | 'name'> & { readonly deleted: boolean }> {
  const store = context.keep(threads);
  const { id: whole, name } = dryRun ? await store.find(id) : await store.delete(id, { force });
  return { id: whole, name, deleted: !dryRun };
}

function chainOf({ id, file }: ThreadRecord, store: ThreadStore, { now }: Context) {
  const live = store.conversation(id);
  if (live) return live.log.chain();
  return existsSync(file) ? ConversationLog.open(file, now).chain() : [];
}

async function placeOf(context: Context): Promise<ThreadPlace> {
  const { cwd, env, now, warn } = context;
  return { registry: await context.registry(), cwd, env, now, warn };
}

function shown(kept: ThreadRecord, store: ThreadStore): Thread {
  const { file: _, wantedModel: _wanted, ...record } = kept;
  const lost = record.status === 'running' && !store.isLive(record.id);
  return lost ? { ...record, status: 'interrupted' } : record;
}

function refuseEmpty(prompt: string): void {
  if (prompt.trim() !== '') return;
  throw new CommandError('INVALID_INPUT', 'There is no prompt', {
    hint: 'For example: helve thread start --prompt "Look for dead code"',
  });
}
