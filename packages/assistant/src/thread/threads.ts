import { existsSync } from 'node:fs';
import { CommandError, type Context, projectRoot, type Run } from '@helve/command';
import { ConversationLog } from '../log/conversation-log.ts';
import type { CreateCaller } from '../opening/host.ts';
import { type ShownItem, shownItems } from '../session/show.ts';
import type { ThreadRecord } from './record.ts';
import { type ThreadPlace, type ThreadStore, threads, type ThreadWish } from './store.ts';

export type Thread = Omit<ThreadRecord, 'file' | 'wantedModel' | 'status'> & {
  readonly status: ThreadRecord['status'] | 'interrupted';
};

export function startThread(createCaller: CreateCaller): Run<ThreadWish, Thread> {
  return async (wish, context) => {
    refuseEmpty(wish.prompt);
    const store = context.keep(threads);
    return shown(await store.start(wish, await placeOf(context, createCaller)), store);
  };
}

export async function listThreads(
  { all }: { readonly all: boolean },
  context: Context,
): Promise<{ threads: Thread[]; count: number }> {
  const store = context.keep(threads);
  const root = projectRoot(context.place.cwd);
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

export function sendToThread(
  createCaller: CreateCaller,
): Run<{ readonly id: string; readonly prompt: string }, Thread> {
  return async ({ id, prompt }, context) => {
    refuseEmpty(prompt);
    const store = context.keep(threads);
    return shown(await store.send(id, prompt, await placeOf(context, createCaller)), store);
  };
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

async function placeOf(context: Context, createCaller: CreateCaller): Promise<ThreadPlace> {
  const {
    place: { cwd, env },
    now,
    warn,
  } = context;
  return { registry: await context.registry(), cwd, env, now, warn, createCaller };
}

function shown(kept: ThreadRecord, store: ThreadStore): Thread {
  const { file: _, wantedModel: _wanted, ...record } = kept;
  const lost = record.status === 'running' && !store.isLive(record.id);
  return lost ? { ...record, status: 'interrupted' } : record;
}

function refuseEmpty(prompt: string): void {
  if (prompt.trim() !== '') return;
  throw new CommandError('INVALID_INPUT', 'There is no prompt', {
    example: 'helve thread start --prompt "Look for dead code"',
  });
}
