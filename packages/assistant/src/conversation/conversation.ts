import { type Answer, type Caller, CommandError, type Question, type Registry, toCommandError } from '@helve/registry';
import { type ContextUse, contextUse } from '../log/context-use.ts';
import { ConversationLog } from '../log/conversation-log.ts';
import type { EntryOf } from '../log/entry.ts';
import { latestCompaction } from '../log/messages.ts';
import { text } from '../model/message.ts';
import type { ToolCallPart } from '../model/message.ts';
import type { Model } from '../model/models.ts';
import type { Effort, Provider, ToolDeclaration } from '../model/provider.ts';
import { NO_USAGE } from '../model/usage.ts';
import { Budget } from '../loop/budget.ts';
import type { ConversationEvent, TurnResult } from '../loop/events.ts';
import type { TurnHooks, TurnView } from '../loop/hooks.ts';
import { RequestCount } from '../loop/request-count.ts';
import { placeIn } from '../loop/run-tools.ts';
import { runTurn } from '../loop/turn.ts';
import { bothNarrow, changeTurn, type Narrow } from '../loop/turn-change.ts';
import type { Turn } from '../loop/turn-state.ts';
import { COMPACT_AT } from '../loop/room.ts';
import type { Rewound, RewindWish } from '../rewind/rewind.ts';
import type { PermissionAnswer, Permissions } from '../permissions/permissions.ts';
import { CORE_TOOLS } from '../tools/core-tools.ts';
import type { ModelTool } from '../tools/tool.ts';
import { AskQueue } from './ask-queue.ts';
import type { Prompt } from './prompt.ts';

export interface ConversationOptions {
  readonly log: ConversationLog;
  readonly registry: Registry;
  /** Who the model's calls are made for. Asked anew for each batch: a mode may change within a turn. */
  readonly caller: () => Caller;
  /** Somebody hears of `ask` events and answers them; what they allow is remembered here. */
  readonly permissions?: Permissions;
  readonly provider: Provider;
  readonly model: Model;
  readonly effort?: Effort | undefined;
  /** Made once, before the first request: it stays the same, so that the provider finds it in its cache. */
  readonly system: () => string | Promise<string>;
  /** What the model is offered; a function where that needs the conversation itself. */
  readonly tools?: readonly ModelTool[] | ((conversation: Conversation) => readonly ModelTool[]);
  readonly hooks?: readonly TurnHooks[];
  /** How often the model may be asked in one turn. */
  readonly maxTurns?: number | undefined;
  readonly budget?: Budget;
  /** How full the window gets, from 0 to 1, before it is compacted; false: only when the user says so. */
  readonly compactAt?: number | false | undefined;
  /** For the conversation of a subagent: what counts the requests of those that began it. */
  readonly within?: RequestCount | undefined;
  /** What the policy of the caller is reduced to. */
  readonly narrow?: Narrow | undefined;
}

/** Opens a conversation: a new one, or one that goes on where its log ends. */
export function createConversation(options: ConversationOptions): Conversation {
  return new Conversation(options);
}

/** Talks with a model that may use tools, one turn at a time. Knows nothing of who shows it. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #listeners = new Set<(event: ConversationEvent) => void>();
  readonly #ask = new AskQueue();
  /** Questions that wait for an answer. */
  readonly #open = new Map<string, (answer: PermissionAnswer) => void>();
  readonly #budget: Budget;
  readonly #tools: readonly ModelTool[];
  #requests: RequestCount | undefined;
  #fixed: Promise<{ readonly system: string; readonly declarations: readonly ToolDeclaration[] }> | undefined;
  /** Tokens that go along with every request, about. */
  #overhead = 0;
  #steering: string[] = [];
  #turns: Promise<unknown> = Promise.resolve();
  #running: AbortController | undefined;
  /** The turn that goes on. */
  #turnNow: Turn | undefined;
  #queued = 0;
  /** Counts abortions: a prompt that waited through one is not sent. */
  #aborted = 0;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#budget = options.budget ?? new Budget();
    const { tools = CORE_TOOLS } = options;
    this.#tools = typeof tools === 'function' ? tools(this) : tools;
  }

  get id(): string {
    return this.#options.log.id;
  }

  get log(): ConversationLog {
    return this.#options.log;
  }

  /** What the model is offered. */
  get tools(): readonly ModelTool[] {
    return this.#turnNow?.tools ?? this.#tools;
  }

  /** What the model is told before anything else. */
  async systemPrompt(): Promise<string> {
    return (await (this.#fixed ??= this.#fix())).system;
  }

  get isBusy(): boolean {
    return this.#queued > 0;
  }

  /** Begins a turn, or waits until those before it are over. Never throws: what goes wrong is in the result. */
  send(prompt: string | Prompt): Promise<TurnResult> {
    const wanted = typeof prompt === 'string' ? { text: prompt } : prompt;
    return this.#inTurn(
      () => this.#turn(wanted),
      () => {
        this.#emit({ type: 'unsent', texts: [wanted.text] });
        return ended('cancelled', new CommandError('CANCELLED', 'It was not sent: the turn before was cancelled'));
      },
    );
  }

  /**
   * Makes room in the window: the model summarises the conversation, above all what matters for `focus`, and goes on from
   * the summary. Waits for its turn as a prompt does, and can be aborted; when it fails, nothing was changed.
   */
  compact(focus?: string): Promise<EntryOf<'compaction'>> {
    return this.#inTurn(
      async () => {
        const { compact } = await import('../compaction/compact.ts');
        const controller = new AbortController();
        this.#running = controller;
        try {
          return await compact(await this.#state(controller.signal), { trigger: 'manual', focus });
        } finally {
          this.#running = undefined;
        }
      },
      () => {
        throw new CommandError('CANCELLED', 'It was not compacted: the turn before was cancelled', { retry: 'safe' });
      },
    );
  }

  /** Gives the model all that was said again, instead of the latest summary; gives the compaction that was undone. */
  undoCompaction(): EntryOf<'compaction'> {
    const found = latestCompaction(this.log.chain());
    if (!found) throw new CommandError('NOTHING_TO_DO', 'No compaction holds that could be undone', { retry: 'never' });
    this.log.append({ type: 'compactionUndone', compaction: found.id });
    return found;
  }

  /** Takes what was said, the files that were changed, or both back to before a prompt. Waits for its turn. */
  rewind(wish: RewindWish): Promise<Rewound> {
    return this.#inTurn(
      async () => {
        const { rewind } = await import('../rewind/rewind.ts');
        const { home, env, policy, now = Date.now } = this.#options.caller();
        const permits = (path: string) => policy.permits('fs write', path, 'write');
        const result = await rewind(this.log, wish, { home, env, now, permits });
        if (!wish.dryRun) this.#emit({ type: 'rewound', result });
        return result;
      },
      () => {
        throw new CommandError('CANCELLED', 'It was not rewound: the turn before was cancelled', { retry: 'safe' });
      },
    );
  }

  /** How full the model's window is. */
  get context(): ContextUse {
    return contextUse(this.log.chain(), this.#options.model, this.#overhead);
  }

  /** Says something to a turn that goes on: it goes in after the tools that run now. Else it begins a turn. */
  steer(words: string): void {
    if (this.isBusy) this.#steering.push(words);
    else void this.send(words);
  }

  /** Stops the turn with all that it runs, and what waits behind it. Resolves when nothing runs any more. */
  async abort(): Promise<void> {
    this.#aborted++;
    const unsent = this.#steering.splice(0);
    if (unsent.length > 0) this.#emit({ type: 'unsent', texts: unsent });
    this.#running?.abort(new CommandError('CANCELLED', 'The turn was cancelled', { retry: 'safe' }));
    await this.#turns;
  }

  /** Answers an `ask` event. */
  answer(id: string, answer: PermissionAnswer): void {
    this.#open.get(id)?.(answer);
    this.#open.delete(id);
  }

  /** Tells whoever listens something that is not part of the conversation. */
  notify(text: string): void {
    this.#emit({ type: 'notice', text });
  }

  /** Another conversation that begins as this one did, up to an entry or to here. This one stays as it is. */
  fork(entry: string | undefined = this.log.leaf?.id): Conversation {
    const { caller, log } = this.#options;
    const { home, cwd, now = Date.now } = caller();
    const from = entry === undefined ? {} : { forkedFrom: { conversation: log.id, entry } };
    const forked = ConversationLog.create({ home, cwd, now, begin: log.chain(entry), ...from });
    return new Conversation({ ...this.#options, log: forked });
  }

  /** A conversation of its own for a subagent: under the same policy and hooks, within what may still be spent here. */
  begin(agent: string, options: Partial<ConversationOptions> & Pick<ConversationOptions, 'log'>): Conversation {
    const { provider, model, narrow } = this.#turnNow ?? this.#options;
    return new Conversation({
      ...this.#options,
      provider,
      model,
      hooks: (this.#options.hooks ?? []).map((hooks) => hooks.forAgent?.(agent) ?? hooks),
      budget: this.#budget,
      within: this.#turnNow?.requests ?? this.#requests,
      ...options,
      narrow: bothNarrow(narrow, options.narrow),
    });
  }

  /** Passes on what happens in the conversation of a subagent. */
  tell(event: Extract<ConversationEvent, { readonly type: 'agent' }>): void {
    this.#emit(event);
  }

  /** Tells of everything that happens from now on; gives a way to stop listening. */
  subscribe(listener: (event: ConversationEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The same as a stream, which ends when its reader leaves. */
  async *events(): AsyncGenerator<ConversationEvent> {
    const waiting: ConversationEvent[] = [];
    let wake = () => {};
    const stop = this.subscribe((event) => {
      waiting.push(event);
      wake();
    });
    try {
      for (;;) {
        yield* waiting.splice(0);
        if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      stop();
    }
  }

  /** Stops what runs and lets go of the file. */
  async close(): Promise<void> {
    await this.abort();
    for (const { onClose } of this.#options.hooks ?? []) await onClose?.();
    this.log.close();
  }

  /** Does something when all before it is done; what waited through an abortion is not done. */
  #inTurn<Result>(work: () => Promise<Result>, instead: () => Result): Promise<Result> {
    const since = this.#aborted;
    this.#queued++;
    const turn = this.#turns.then(async () => {
      try {
        return since === this.#aborted ? await work() : instead();
      } finally {
        this.#queued--;
      }
    });
    this.#turns = turn.catch(() => {});
    return turn;
  }

  async #turn(prompt: Prompt): Promise<TurnResult> {
    const { log, model } = this.#options;
    const controller = new AbortController();
    this.#running = controller;
    this.#requests = new RequestCount(this.#options.maxTurns, this.#options.within);
    let result: TurnResult;
    try {
      const note = await this.#admit(prompt.text, { log, model, signal: controller.signal });
      const state = await this.#state(controller.signal);
      this.#turnNow = state;
      const notes = [...note];
      const made = await prompt.expand?.(placeIn(state, notes));
      const said = [made && 'text' in made ? made.text : prompt.text, prompt.addition];
      const entry = log.append({
        type: 'user',
        origin: 'prompt',
        content: [text(said.filter((words) => words !== undefined).join('\n\n')), ...(prompt.media ?? [])],
        ...(made ? { typed: prompt.text } : {}),
      });
      this.#emit({ type: 'turnStart', entry });
      for (const words of notes) this.#note(words);
      if (made && 'text' in made) changeTurn(state, made.change);
      result = made && 'answer' in made ? await this.#answered(made.answer, entry.id) : await runTurn(state);
    } catch (thrown) {
      // A hook that refuses, a disk that is full: nothing was asked.
      result = ended(controller.signal.aborted ? 'cancelled' : 'failed', toCommandError(thrown));
    } finally {
      this.#running = undefined;
      this.#turnNow = undefined;
    }
    this.#emit({ type: 'turnEnd', result });
    // What was said too late for this turn begins the next.
    const late = this.#steering.splice(0);
    if (late.length > 0) void this.send(late.join('\n\n'));
    return result;
  }

  /** The end of a turn that another conversation answered: the model hears of it with the next one. */
  async #answered(answer: (callId: string) => Promise<TurnResult>, callId: string): Promise<TurnResult> {
    const result = await answer(callId);
    const { outcome, error } = result;
    if (result.text !== '')
      this.#note(`[This was done in a conversation of its own, which ended with:]\n${result.text}`);
    this.log.append({ type: 'turnEnd', outcome, ...(error ? { error: error.code } : {}) });
    return result;
  }

  #note(words: string): void {
    this.#emit({ type: 'note', entry: this.log.append({ type: 'note', text: words }) });
  }

  /** All that a turn works with. */
  async #state(signal: AbortSignal): Promise<Turn> {
    const { provider, hooks = [], effort, compactAt = COMPACT_AT } = this.#options;
    const fixed = await (this.#fixed ??= this.#fix());
    const turn: Turn = {
      ...this.#options,
      ...fixed,
      effort,
      tools: this.#tools,
      hooks,
      requests: this.#requests ?? new RequestCount(this.#options.maxTurns, this.#options.within),
      // A recording has no answer for a request that was not in it.
      compactAt: provider.name === 'replay' ? false : compactAt,
      budget: this.#budget,
      caller: () => {
        const caller = this.#options.permissions?.caller ?? this.#options.caller();
        return turn.narrow ? { ...caller, policy: turn.narrow(caller.policy) } : caller;
      },
      ask: (call, question) => this.#ask.next(signal, () => this.#decide(call, question, signal)),
      signal,
      emit: (event) => this.#emit(event),
      takeSteering: () => this.#steering.splice(0),
    };
    return turn;
  }

  /** What stays the same in all requests. */
  async #fix() {
    const { registry } = this.#options;
    const [system, declarations] = await Promise.all([
      this.#options.system(),
      Promise.all(this.#tools.map((tool) => tool.declare(registry))),
    ]);
    this.#overhead = (system.length + JSON.stringify(declarations).length) / 4;
    return { system, declarations };
  }

  async #admit(prompt: string, view: TurnView): Promise<readonly string[]> {
    const notes: string[] = [];
    for (const { beforePrompt } of this.#options.hooks ?? []) {
      const said = await beforePrompt?.(prompt, view);
      if (said && 'block' in said) throw new CommandError('PERMISSION_DENIED', `The prompt was refused: ${said.block}`);
      if (said) notes.push(said.note);
    }
    return notes;
  }

  /** Hooks are heard first, then the user; where nobody answers, the answer is no. */
  async #decide(call: ToolCallPart, question: Question, signal: AbortSignal): Promise<Answer> {
    const { caller, permissions, log, model, hooks = [] } = this.#options;
    // The answer before may have been for this one too.
    if (permissions?.allows(question)) return { allow: true };
    for (const { beforeAsk } of hooks) {
      const answer = await beforeAsk?.(call, question, { log, model, signal });
      if (answer) return answer;
    }
    if (!permissions) {
      const { ask } = caller();
      return ask ? ask(question) : { allow: false, reason: 'it must be asked, and there is nobody to ask' };
    }
    const asked = await permissions.question(call, question);
    const answered = new Promise<PermissionAnswer>((resolve) => this.#open.set(asked.id, resolve));
    this.#emit({ type: 'ask', question: asked });
    const answer = await answered;
    const notice = await permissions.take(answer, asked);
    this.#emit({ type: 'answered', question: asked, answer });
    if (notice !== undefined) this.notify(notice);
    if (answer.allow !== 'no') return { allow: true };
    return {
      allow: false,
      reason: answer.reason === undefined ? 'the user said no' : `the user said no: ${answer.reason}`,
    };
  }

  #emit(event: ConversationEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function ended(outcome: 'cancelled' | 'failed', error: CommandError): TurnResult {
  return { outcome, text: '', error, requests: 0, usage: NO_USAGE, cost: 0, denials: [] };
}
