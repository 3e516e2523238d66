import { existsSync } from 'node:fs';
import { CommandError, type Context, parameter, projectRoot, type Run, worded } from '@helve/command';
import { ConversationLog } from '../log/conversation-log.ts';
import type { CreateCaller } from '../opening/host.ts';
import { type ShownItem, shownItems } from '../session/show.ts';
import { isOver, type ThreadRecord } from './record.ts';
import { type ThreadRunner, threads } from './runner.ts';
import type { Thread } from './view.ts';
import type { ThreadChange, ThreadPlace, ThreadWish } from './wish.ts';

export function createThread(createCaller: CreateCaller): Run<ThreadWish, Thread> {
  return async (wish, context) => {
    refuseEmpty(wish.prompt);
    const runner = context.keep(threads);
    return shown(await runner.create(wish, await placeOf(context, createCaller)), runner);
  };
}

export type StartWish = Omit<ThreadWish, 'prompt'> & {
  readonly prompt?: string | undefined;
  readonly id?: string | undefined;
};

/** Starts a new thread, or with an id one that exists. */
export function startThread(createCaller: CreateCaller): Run<StartWish, Thread> {
  return async ({ id, prompt, ...wish }, context) => {
    const runner = context.keep(threads);
    if (id !== undefined) {
      const given = [prompt, ...Object.values(wish)].some((value) => value !== undefined && value !== false);
      if (given) throw onlyId();
      return shown(await runner.start(id, await placeOf(context, createCaller)), runner);
    }
    refuseEmpty(prompt);
    return shown(await runner.createAndStart({ ...wish, prompt }, await placeOf(context, createCaller)), runner);
  };
}

export async function listThreads(
  { all }: { readonly all: boolean },
  context: Context,
): Promise<{ threads: Thread[]; count: number }> {
  const runner = context.keep(threads);
  const root = projectRoot(context.place.cwd);
  const found = (await runner.records()).filter(({ cwd, project = projectRoot(cwd) }) => all || project === root);
  return { threads: found.map((record) => shown(record, runner)), count: found.length };
}

interface Named {
  readonly id: string;
}

export async function getThread({ id }: Named, context: Context): Promise<Thread> {
  const runner = context.keep(threads);
  return shown(await runner.find(id), runner);
}

export interface MessagesWish extends Named {
  readonly limit: number;
}

interface Messages {
  readonly items: ShownItem[];
  readonly earlier: number;
}

export async function readMessages({ id, limit }: MessagesWish, context: Context): Promise<Messages & Named> {
  const runner = context.keep(threads);
  const record = await runner.find(id);
  return { id: record.id, ...shownItems(chainOf(record, runner, context), limit, false) };
}

export interface WaitWish extends Named {
  readonly timeoutSeconds: number;
}

/** Waits until a thread ends or asks something, and says how it stands then. */
export async function waitForThread({ id, timeoutSeconds }: WaitWish, context: Context): Promise<Thread> {
  const runner = context.keep(threads);
  const before = await runner.find(id);
  const limits = [context.signal, AbortSignal.timeout(timeoutSeconds * 1000)];
  await runner.wait(before.id, AbortSignal.any(limits), context.progress);
  return shown(await runner.find(before.id), runner);
}

export async function readThread(
  { id, wait, timeoutSeconds, limit }: WaitWish & MessagesWish & { readonly wait: boolean },
  context: Context,
): Promise<Thread & Messages> {
  const thread = await (wait ? waitForThread({ id, timeoutSeconds }, context) : getThread({ id }, context));
  return { ...thread, ...(await readMessages({ id: thread.id, limit }, context)) };
}

export function sendToThread(createCaller: CreateCaller): Run<Named & { readonly prompt: string }, Thread> {
  return async ({ id, prompt }, context) => {
    refuseEmpty(prompt);
    const runner = context.keep(threads);
    return shown(await runner.send(id, prompt, await placeOf(context, createCaller)), runner);
  };
}

export async function answerThread(
  { id, answer, question }: Named & { readonly answer: string; readonly question?: string | undefined },
  context: Context,
): Promise<Thread> {
  const runner = context.keep(threads);
  return shown(await runner.answer(id, answer, question), runner);
}

export async function stopThread({ id }: Named, context: Context): Promise<Thread> {
  const runner = context.keep(threads);
  return shown(await runner.stop(id), runner);
}

/** How a thread stands; with a status, it is started or stopped first, unless it is so already. */
export function threadStatus(
  createCaller: CreateCaller,
): Run<Named & { readonly status?: 'running' | 'stopped' | undefined }, Thread> {
  return async ({ id, status }, context) => {
    const runner = context.keep(threads);
    const record = await runner.find(id);
    if (status === 'running' && isOver(record)) {
      return shown(await runner.start(record.id, await placeOf(context, createCaller)), runner);
    }
    if (status === 'stopped' && !isOver(record)) return shown(await runner.stop(record.id), runner);
    return shown(record, runner);
  };
}

export async function updateThread(
  {
    id,
    data,
    ...flat
  }: Named & { readonly [Field in keyof ThreadChange]?: ThreadChange[Field] | undefined } & { readonly data?: unknown },
  context: Context,
): Promise<Thread> {
  const given = Object.entries(flat).filter(([, value]) => value !== undefined);
  const change: ThreadChange = { ...readData(data), ...Object.fromEntries(given) };
  if (Object.keys(change).length === 0) {
    throw new CommandError('INVALID_INPUT', 'Nothing to change was given', {
      example: `helve thread update --id ${id} --priority 5`,
    });
  }
  const runner = context.keep(threads);
  return shown(await runner.update(id, change), runner);
}

export async function deleteThread(
  { id, force, dryRun }: Named & { readonly force: boolean; readonly dryRun: boolean },
  context: Context,
): Promise<Pick<Thread, 'id' | 'name'> & { readonly deleted: boolean }> {
  const runner = context.keep(threads);
  const record = await runner.find(id);
  if (record.worktree && !dryRun && (force || isOver(record))) {
    if (!isOver(record)) await runner.stop(record.id);
    const { discardWorktree } = await import('./worktree.ts');
    await discardWorktree(record.worktree, record.name, { env: context.place.env, signal: context.signal });
  }
  const { id: whole, name } = dryRun ? record : await runner.delete(record.id, { force });
  return { id: whole, name, deleted: !dryRun };
}

const FIELDS: Readonly<Record<string, 'string' | 'number'>> = {
  name: 'string',
  priority: 'number',
  maxTurns: 'number',
  maxCost: 'number',
};

/** The fields as one JSON object, which is how seed 000 has it. */
function readData(data: unknown): ThreadChange {
  if (data === undefined) return {};
  const fields = typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.entries(data) : undefined;
  const wrong = fields?.find(([name, value]) => FIELDS[name] !== typeof value);
  if (fields && !wrong) return Object.fromEntries(fields);
  throw new CommandError(
    'INVALID_INPUT',
    worded`${parameter('data')} cannot hold ${JSON.stringify(wrong?.[0] ?? data)}`,
    { hint: `An object with: ${Object.keys(FIELDS).join(', ')}.` },
  );
}

function chainOf({ id, file }: ThreadRecord, runner: ThreadRunner, { now }: Context) {
  const live = runner.conversation(id);
  if (live) return live.log.chain();
  return existsSync(file) ? ConversationLog.open(file, now).chain() : [];
}

async function placeOf(context: Context, createCaller: CreateCaller): Promise<ThreadPlace> {
  const {
    place: { cwd, env },
    now,
    warn,
  } = context;
  context.keep(threads).lend(env);
  return { registry: await context.registry(), cwd, env, now, warn, createCaller };
}

function shown(kept: ThreadRecord, runner: ThreadRunner): Thread {
  const { file: _, wantedModel: _wanted, sandbox: _sandbox, ...record } = kept;
  const questions = runner
    .questions(record.id)
    .map(({ options, ...question }) => ({ ...question, options: [...options] }));
  return questions.length > 0 ? { ...record, questions } : record;
}

function refuseEmpty(prompt: string | undefined): asserts prompt is string {
  if (prompt !== undefined && prompt.trim() !== '') return;
  throw new CommandError('INVALID_INPUT', 'There is no prompt', {
    example: 'helve thread start --prompt "Look for dead code"',
  });
}

function onlyId(): CommandError {
  return new CommandError('INVALID_INPUT', worded`${parameter('id')} names a thread that exists: give nothing else`, {
    hint: worded`Leave out ${parameter('id')} to start a new thread.`,
  });
}
