import { existsSync } from 'node:fs';
import { call, CommandError, type Keepable, toCommandError, worded } from '@helve/command';
import type { Conversation } from '../conversation/conversation.ts';
import { removeConversation } from '../log/place.ts';
import type { Prompt } from '../loop/prompt.ts';
import type { ConversationHost } from '../opening/host.ts';
import { openConversation, type OpenedConversation } from '../opening/open.ts';
import { endOf, endOfTurn, silence } from './ending.ts';
import { keepEnvironment, type KeptEnvironment, restoreEnvironment } from './environment.ts';
import { hasBegun, lastEnd, messagesIn, noteStarts, settleCalls } from './interrupted.ts';
import { OpenQuestions, type ThreadQuestion } from './questions.ts';
import type { Claim, ThreadQueue } from './queue.ts';
import { findRecord, isOver, type ThreadRecord } from './record.ts';
import { nextRun } from './schedule.ts';
import { Scheduler } from './scheduler.ts';
import { describe } from './view.ts';
import {
  checkPrompt,
  newRecord,
  type ThreadChange,
  type ThreadHost,
  type ThreadPlace,
  type ThreadWish,
  wishOf,
} from './wish.ts';
import { addWorktree, removeUnused } from './worktree.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface LiveThread extends Pick<OpenedConversation, 'conversation' | 'understand'> {
  readonly claim: Claim;
  readonly questions: OpenQuestions;
  /** Messages that it was given. */
  readonly given: Set<string>;
  /** When it says nothing more by itself. */
  readonly over: Promise<ThreadRecord>;
}

/** Runs threads: conversations that outlive whoever began them, several at a time, the others in a queue. */
export class ThreadRunner {
  readonly #home: string;
  readonly #atOnce: number;
  readonly #openQueue: (home: string) => Promise<ThreadQueue>;
  readonly #live = new Map<string, LiveThread>();
  /** Conversations that were opened to see whether they can run, and will. */
  readonly #opened = new Map<string, OpenedConversation>();
  /** Threads that lack a key: they wait for a caller who has one. */
  readonly #lacking = new Set<string>();
  readonly #changes = new Set<() => void>();
  readonly #scheduler = new Scheduler({
    now: () => this.#now(),
    records: () => this.records(),
    change: async (id, change) => (await this.#threads()).change(id, change),
    fire: (scheduled, slot) => this.#fire(scheduled, slot),
  });
  #queue: Promise<ThreadQueue> | undefined;
  #host: ThreadHost | undefined;
  #lent: Environment = {};
  #starting = 0;
  /** Threads that wait for their turn or their time. */
  #waiting = 0;
  #closing = false;

  constructor(home: string, atOnce: number, openQueue: (home: string) => Promise<ThreadQueue>) {
    this.#home = home;
    this.#atOnce = atOnce;
    this.#openQueue = openQueue;
  }

  get running(): boolean {
    return this.#live.size + this.#starting + this.#waiting > 0;
  }

  /** What was said in one that goes on; the others have it in their logs. */
  conversation(id: string): Conversation | undefined {
    return this.#live.get(id)?.conversation;
  }

  questions(id: string): readonly ThreadQuestion[] {
    return this.#live.get(id)?.questions.open ?? [];
  }

  async records(): Promise<readonly ThreadRecord[]> {
    return (await this.#threads()).records();
  }

  async find(wanted: string): Promise<ThreadRecord> {
    return findRecord(await this.records(), wanted);
  }

  /** Continues what a service before this one has left. */
  async recover(host: ThreadHost): Promise<void> {
    this.#host = host;
    await this.#fill();
  }

  /** Takes keys from the environment of a caller for threads that lack theirs. */
  lend(env: Environment): void {
    this.#lent = { ...this.#lent, ...env };
    if (this.#scheduler.lacksKey) void this.#scheduler.look();
    if (this.#lacking.size === 0) return;
    this.#lacking.clear();
    void this.#fill();
  }

  /** Makes a thread that does not run yet. */
  async create(wish: ThreadWish, place: ThreadPlace): Promise<ThreadRecord> {
    const { record, opened } = await this.#create(wish, place);
    await opened.conversation.close();
    return record;
  }

  /** Makes a thread and lets it run. */
  async createAndStart(wish: ThreadWish, place: ThreadPlace): Promise<ThreadRecord> {
    const { record, opened } = await this.#create(wish, place);
    if (record.schedule !== undefined) {
      await opened.conversation.close();
      return this.#setSchedule(record);
    }
    await this.#keepOpened(opened);
    return this.#enqueue(record, place);
  }

  async #create(wish: ThreadWish, place: ThreadPlace) {
    this.#host ??= place;
    const { prompt, schedule, worktree, scheduledBy: _, scheduledFor: _for, ...more } = wish;
    if (schedule !== undefined) nextRun(schedule, place.now());
    const git = { env: place.env, signal: new AbortController().signal };
    const added = worktree && schedule === undefined ? await addWorktree(place.cwd, place.now(), git) : undefined;
    try {
      const opened = await this.#open(more, added ? { ...place, cwd: added.cwd } : place);
      await checkPrompt(prompt, opened);
      // It is found by its log when it is opened again.
      opened.conversation.log.save();
      const own = added ? { worktree: added.worktree, project: added.worktree.origin } : {};
      const record = { ...newRecord(wish, opened, place.now()), ...own };
      const threads = await this.#threads();
      await threads.add(record, keepEnvironment(place.env));
      if (schedule === undefined) await threads.say(record.id, prompt);
      return { record, opened };
    } catch (thrown) {
      if (added) await removeUnused(added.worktree, git);
      throw thrown;
    }
  }

  async #setSchedule(record: ThreadRecord): Promise<ThreadRecord> {
    const { id, schedule = '' } = record;
    const change = { status: 'scheduled', nextRun: nextRun(schedule, this.#now()), problem: undefined } as const;
    const scheduled = await (await this.#threads()).change(id, change);
    await this.#fill();
    return scheduled ?? record;
  }

  /** Starts a thread as a scheduled one describes it. */
  async #fire(scheduled: ThreadRecord, slot: string): Promise<void> {
    const host = this.#host;
    if (!host) return;
    const { id, name, cwd, task = '', priority, inWorktree } = scheduled;
    const env = restoreEnvironment(await (await this.#threads()).environment(id), this.#lent);
    const wish = { ...wishOf(scheduled), prompt: task, name, priority, worktree: inWorktree };
    await this.createAndStart({ ...wish, scheduledBy: id, scheduledFor: slot }, { ...host, cwd, env, warn: () => {} });
  }

  /** Lets a thread run that was created, or that ended. */
  async start(wanted: string, place: ThreadPlace): Promise<ThreadRecord> {
    this.#host ??= place;
    const record = await this.find(wanted);
    if (!isOver(record)) {
      throw new CommandError('NOTHING_TO_DO', `The thread ${record.id} is ${record.status} already`, {
        hint: worded`See how it stands: ${call('thread get', { id: record.id })}`,
      });
    }
    if (record.schedule !== undefined) return this.#setSchedule(record);
    const nothingSaid = (await (await this.#threads()).said(record.id)).length === 0;
    if (nothingSaid && (record.status === 'done' || record.status === 'failed')) {
      throw new CommandError('NOTHING_TO_DO', `The thread ${record.id} has ended`, {
        hint: worded`Tell it what to do next: ${call('thread send', { id: record.id })}`,
      });
    }
    return this.#enqueue(record, place);
  }

  /** Says something to one that goes on, or lets one that is over go on with it. */
  async send(wanted: string, prompt: string, place: ThreadPlace): Promise<ThreadRecord> {
    this.#host ??= place;
    const before = await this.find(wanted);
    const threads = await this.#threads();
    const live = this.#live.get(before.id);
    if (live?.conversation.isBusy) {
      const meant = live.understand({ text: prompt });
      const { id } = await threads.say(before.id, prompt);
      live.given.add(id);
      live.conversation.steer({ ...meant, refs: [id] });
      return this.find(before.id);
    }
    // It is being noted down how it ended.
    await live?.over;
    const record = await this.find(before.id);
    if (record.status === 'queued') {
      await threads.say(record.id, prompt);
      return record;
    }
    const opened = await this.#open({ ...wishOf(record), resume: record.id }, { ...place, cwd: record.cwd });
    await checkPrompt(prompt, opened);
    await threads.say(record.id, prompt);
    await this.#keepOpened(opened);
    return this.#enqueue(record, place);
  }

  /** Answers a question of a thread that waits. */
  async answer(wanted: string, answer: string, question?: string): Promise<ThreadRecord> {
    const record = await this.find(wanted);
    const live = this.#live.get(record.id);
    const questions = live?.questions;
    if (!questions || questions.open.length === 0) {
      throw new CommandError('NOTHING_TO_DO', `The thread ${record.id} has no question`, {
        hint: worded`See how it stands: ${call('thread get', { id: record.id })}`,
      });
    }
    questions.answer(answer, question);
    if (live) await this.#settleWaiting(live.claim, questions);
    return this.find(record.id);
  }

  async stop(wanted: string): Promise<ThreadRecord> {
    const record = await this.find(wanted);
    const live = this.#live.get(record.id);
    if (live) {
      await live.conversation.abort();
      return live.over;
    }
    if (record.status !== 'queued' && record.status !== 'scheduled') {
      throw new CommandError('NOTHING_TO_DO', `The thread ${record.id} does not run`, {
        hint: worded`See what it said: ${call('thread read', { id: record.id })}`,
      });
    }
    const stopped = await (await this.#threads()).change(record.id, { status: 'stopped' });
    await this.#closeOpened(record.id);
    this.#changed();
    return stopped ?? record;
  }

  async update(wanted: string, change: ThreadChange): Promise<ThreadRecord> {
    const record = await this.find(wanted);
    return (await (await this.#threads()).change(record.id, change)) ?? record;
  }

  /** Removes a thread with its conversation. One that runs is stopped first, where that is wished. */
  async delete(wanted: string, { force }: { readonly force: boolean }): Promise<ThreadRecord> {
    const record = await this.find(wanted);
    if (!isOver(record)) {
      if (!force) throw stillRuns(record);
      await this.stop(record.id);
    }
    await this.#closeOpened(record.id);
    await removeConversation(record.file);
    await (await this.#threads()).remove(record.id);
    return record;
  }

  /** Resolves when a thread ends or asks something, or nobody waits any more. Tells what happens meanwhile. */
  async wait(id: string, signal: AbortSignal, tell: (message: string) => void): Promise<void> {
    const left = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    let telling: Conversation | undefined;
    let stopTelling = () => {};
    while (!signal.aborted) {
      const changed = this.#nextChange();
      const record = (await this.records()).find((each) => each.id === id);
      if (!record || isOver(record) || record.status === 'waiting' || record.status === 'scheduled') break;
      const conversation = this.conversation(id);
      if (conversation && conversation !== telling) {
        stopTelling();
        stopTelling = conversation.subscribe((event) => {
          const said = describe(event);
          if (said !== undefined) tell(said);
        });
        telling = conversation;
      }
      await Promise.race([changed, left]);
    }
    stopTelling();
  }

  /** Ends what goes on. The next service continues it. */
  async close(): Promise<void> {
    this.#closing = true;
    const threads = await this.#queue;
    if (!threads) return;
    await this.#scheduler.close();
    for (const { claim } of this.#live.values()) await threads.pause(claim);
    await Promise.all([...this.#live.values()].map(({ conversation }) => conversation.close()));
    for (const id of this.#opened.keys()) await this.#closeOpened(id);
    await threads.close();
  }

  #threads(): Promise<ThreadQueue> {
    this.#queue ??= this.#openQueue(this.#home).then(async (queue) => {
      await queue.recover();
      return queue;
    });
    return this.#queue;
  }

  async #enqueue(record: ThreadRecord, place: ThreadPlace): Promise<ThreadRecord> {
    this.#lacking.delete(record.id);
    await (await this.#threads()).enqueue(record.id, keepEnvironment(place.env));
    await this.#fill();
    return this.find(record.id);
  }

  /** Starts threads of the queue as long as more may run. Those that wait for an answer do not count. */
  async #fill(): Promise<void> {
    const threads = await this.#threads();
    while (!this.#closing && this.#busy() < this.#atOnce) {
      this.#starting++;
      const claim = await threads.claim([...this.#lacking]).finally(() => this.#starting--);
      if (!claim) break;
      this.#starting++;
      const lent = this.#lent;
      void this.#run(claim)
        .catch((thrown: unknown) => this.#fail(claim, toCommandError(thrown), lent))
        .finally(() => this.#starting--);
    }
    const records = await this.records();
    this.#waiting = records.filter(({ status }) => status === 'queued' || status === 'scheduled').length;
    if (records.some(({ status }) => status === 'scheduled')) void this.#scheduler.look();
    this.#changed();
  }

  #busy(): number {
    const busy = [...this.#live.values()].filter(({ questions }) => questions.open.length === 0);
    return busy.length + this.#starting;
  }

  async #run(claim: Claim): Promise<void> {
    const { record, env } = claim;
    const threads = await this.#threads();
    const opened = this.#takeOpened(record.id) ?? (await this.#reopen(record, env));
    const { conversation, understand } = opened;
    const { log } = conversation;
    const heard = messagesIn(log);
    const said = await threads.said(record.id);
    await threads.heard(said.flatMap(({ id }) => (heard.has(id) ? [id] : [])));
    const news = said.filter(({ id }) => !heard.has(id));
    const end = lastEnd(log);
    const goesOn = hasBegun(log) && (end === undefined || (claim.wasPaused && end.outcome === 'cancelled'));
    const { startedAt = new Date(this.#now()).toISOString() } = record;
    if (!goesOn && news.length === 0) {
      // It ended just before its service did, and only the log knows.
      await conversation.close();
      await threads.settle(claim, { startedAt, ...endOf(end?.outcome ?? 'success', end?.answer ?? '') });
      return this.#fill();
    }
    await threads.settle(claim, { startedAt });
    const questions = questionsOf.get(conversation) ?? new OpenQuestions();
    questions.onChange = () => void this.#settleWaiting(claim, questions);
    const given = new Set<string>();
    const stopListening = conversation.subscribe((event) => {
      if (event.type !== 'turnStart' && event.type !== 'steered') return;
      void threads.heard(event.entry.refs ?? []);
    });
    const over = silence(conversation).then(async (result) => {
      stopListening();
      if (this.#closing) return record;
      await threads.heard([...given]);
      const ended = { ...endOfTurn(result), endedAt: new Date(this.#now()).toISOString() };
      await threads.settle(claim, ended);
      this.#live.delete(record.id);
      await conversation.close();
      await this.#fill();
      return this.find(record.id).catch(() => ({ ...record, ...ended }));
    });
    this.#live.set(record.id, { claim, conversation, understand, questions, given, over });
    this.#changed();
    const prompts = news.map(({ id, text }): Prompt => {
      given.add(id);
      return { ...understand({ text }), refs: [id] };
    });
    if (goesOn) {
      settleCalls(log);
      void conversation.resume();
    }
    for (const prompt of prompts) conversation.steer(prompt);
  }

  /** A thread that cannot be opened has failed, unless only its key is missing: that may come with the next caller. */
  async #fail(claim: Claim, error: CommandError, lent: Environment): Promise<void> {
    const { id } = claim.record;
    this.#live.delete(id);
    const threads = await this.#threads();
    if (error.code === 'AUTH_REQUIRED' && claim.env.secrets.length > 0) {
      const problem = `${error.message}. It continues with the next command that has the key.`;
      await threads.settle(claim, { status: 'queued', problem });
      // The claim took the mark of a turn that a service cut off. Whoever has the key continues it.
      if (claim.wasPaused) await threads.pause(claim);
      // Another caller may have come while it was opened.
      if (lent === this.#lent) this.#lacking.add(id);
      return this.#fill();
    }
    await threads.heard((await threads.said(id)).map((message) => message.id));
    await threads.settle(claim, {
      status: 'failed',
      problem: error.message,
      endedAt: new Date(this.#now()).toISOString(),
    });
    await this.#fill();
  }

  async #settleWaiting(claim: Claim, questions: OpenQuestions): Promise<void> {
    if (this.#closing || !this.#live.has(claim.record.id)) return;
    await (await this.#threads()).settle(claim, { status: questions.open.length > 0 ? 'waiting' : 'running' });
    await this.#fill();
  }

  #reopen(record: ThreadRecord, env: KeptEnvironment): Promise<OpenedConversation> {
    const host = this.#host;
    if (!host) throw new Error('nobody has started a thread in this service');
    const restored = restoreEnvironment(env, this.#lent);
    const place = { ...host, cwd: record.cwd, env: restored, warn: () => {} };
    return this.#open({ ...wishOf(record), resume: record.id }, place);
  }

  async #open(
    wish: Omit<ThreadWish, 'prompt'> & { readonly resume?: string },
    host: ConversationHost,
  ): Promise<OpenedConversation> {
    requireFolder(host.cwd);
    const { mode: permissionMode, asks, priority: _, ...request } = wish;
    const questions = new OpenQuestions();
    const opened = await openConversation(
      { ...host, hooks: [noteStarts], handsOver: false, writer: 'a thread of the service' },
      { ...request, home: this.#home, permissionMode, limitsAllTurns: true },
      asks ? questions.ask : undefined,
    );
    if (asks) questions.listenTo(opened.conversation);
    questionsOf.set(opened.conversation, questions);
    return opened;
  }

  /** Keeps a conversation that was opened, if it can run at once; otherwise it is opened again in its turn. */
  async #keepOpened(opened: OpenedConversation): Promise<void> {
    await this.#closeOpened(opened.conversation.id);
    if (this.#busy() + this.#opened.size >= this.#atOnce) return opened.conversation.close();
    this.#opened.set(opened.conversation.id, opened);
  }

  #takeOpened(id: string): OpenedConversation | undefined {
    const opened = this.#opened.get(id);
    this.#opened.delete(id);
    return opened;
  }

  async #closeOpened(id: string): Promise<void> {
    await this.#takeOpened(id)?.conversation.close();
  }

  #now(): number {
    return this.#host?.now() ?? Date.now();
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      const change = () => {
        this.#changes.delete(change);
        resolve();
      };
      this.#changes.add(change);
    });
  }

  #changed(): void {
    for (const change of this.#changes) change();
  }
}

const questionsOf = new WeakMap<Conversation, OpenQuestions>();

function requireFolder(cwd: string): void {
  if (existsSync(cwd)) return;
  throw new CommandError('NOT_FOUND', `The folder of the thread no longer exists: ${cwd}`, {
    hint: worded`Start a new thread: ${call('thread start')}`,
    details: { path: cwd },
  });
}

function stillRuns({ id, status }: ThreadRecord): CommandError {
  const why = status === 'queued' ? 'is in the queue' : 'still runs';
  return new CommandError('CONFLICT', `The thread ${id} ${why}`, {
    hint: worded`To stop it and delete it: ${call('thread delete', { id, force: true })}`,
    retry: 'never',
  });
}

/** How many threads may run at once, unless HELVE_MAX_THREADS in the environment of the service says otherwise. */
const AT_ONCE = 4;

export const threads: Keepable<ThreadRunner> = {
  name: 'threads',
  create: (home, env) => {
    const wanted = Number(env.HELVE_MAX_THREADS);
    const atOnce = Number.isInteger(wanted) && wanted > 0 ? wanted : AT_ONCE;
    return new ThreadRunner(home, atOnce, async (folder) =>
      (await import('./sqlite-queue.ts')).openSqliteQueue(folder),
    );
  },
  dispose: (runner) => runner.close(),
  inUse: (runner) => runner.running,
};
