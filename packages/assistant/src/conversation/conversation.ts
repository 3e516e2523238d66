import { CommandError, type Mode, toCommandError } from '@helve/registry';
import { type ContextParts, contextParts } from '../log/context-parts.ts';
import { type ContextUse, contextUse } from '../log/context-use.ts';
import { ConversationLog } from '../log/conversation-log.ts';
import type { EntryOf } from '../log/entry.ts';
import { latestCompaction } from '../log/messages.ts';
import type { Totals } from '../log/totals.ts';
import { admit } from '../loop/admit.ts';
import { Budget } from '../loop/budget.ts';
import type { ConversationEvent, TurnResult } from '../loop/events.ts';
import { HandOvers } from '../loop/hand-overs.ts';
import {
  type AnsweredElsewhere,
  type Expansion,
  joinPrompts,
  type Prompt,
  promptContent,
  toPrompt,
  type WaitingPrompt,
} from '../loop/prompt.ts';
import { RequestCount } from '../loop/request-count.ts';
import { placeIn } from '../loop/run-tools.ts';
import { Steps, stopped } from '../loop/steps.ts';
import { runTurn } from '../loop/turn.ts';
import { bothNarrow } from '../loop/turn-change.ts';
import type { Turn } from '../loop/turn-state.ts';
import type { Model } from '../model/models.ts';
import type { Effort } from '../model/provider.ts';
import { NO_USAGE } from '../model/usage.ts';
import type { PermissionAnswer } from '../permissions/permissions.ts';
import type { Rewound, RewindWish } from '../rewind/rewind.ts';
import { CORE_TOOLS } from '../tools/core-tools.ts';
import type { Searching } from '../tools/provider-search.ts';
import type { ModelTool } from '../tools/tool.ts';
import { endElsewhere } from './end-elsewhere.ts';
import { FixedPart } from './fixed-part.ts';
import { Listeners } from './listeners.ts';
import { makeTurn } from './make-turn.ts';
import type { ConversationOptions, ModelUse } from './options.ts';
import { Questions } from './questions.ts';
import { Spending } from './spending.ts';
import { type Dropped, TurnQueue } from './turn-queue.ts';

/** Opens a conversation: a new one, or one that goes on where its log ends. */
export function createConversation(options: ConversationOptions): Conversation {
  return new Conversation(options);
}

/** Talks with a model that may use tools, one turn at a time. Knows nothing of who shows it. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #listeners = new Listeners();
  readonly #queue = new TurnQueue((waiting) => this.#emit({ type: 'waiting', waiting }));
  readonly #steps = new Steps();
  readonly #handOvers: HandOvers | undefined;
  readonly #questions: Questions;
  readonly #spending: Spending;
  readonly #budget: Budget;
  readonly #tools: readonly ModelTool[];
  readonly #fixed: FixedPart;
  #using: ModelUse;
  #requests: RequestCount | undefined;
  #running: AbortController | undefined;
  /** The turn that goes on. */
  #turnNow: Turn | undefined;

  constructor(options: ConversationOptions) {
    const { provider, model, effort, tools = CORE_TOOLS } = options;
    this.#options = options;
    this.#using = { provider, model, effort };
    this.#budget = options.budget ?? new Budget();
    this.#handOvers = options.within?.handOvers ?? (options.handsOver ? new HandOvers() : undefined);
    this.#questions = options.within?.questions ?? new Questions(options, (event) => this.#emit(event));
    this.#spending = new Spending(options.log);
    this.#tools = typeof tools === 'function' ? tools(this) : tools;
    this.#fixed = new FixedPart(options, this.#tools);
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
    return (await this.#fixed.get()).system;
  }

  get model(): Model {
    return this.#using.model;
  }

  get effort(): Effort | undefined {
    return this.#using.effort;
  }

  /** What may be done without being asked. */
  get mode(): Mode {
    return this.#caller().policy.mode;
  }

  get isBusy(): boolean {
    return this.#queue.isBusy;
  }

  /** What it took in all, with its subagents. */
  get totals(): Totals {
    return this.#spending.totals;
  }

  /** How full the model's window is. */
  get context(): ContextUse {
    const { system, tools } = this.#fixed.tokens;
    return contextUse(this.log.chain(), this.model, system + tools);
  }

  /** What fills the window, part by part, about. */
  get contextParts(): ContextParts {
    return contextParts(this.log.chain(), this.#fixed.tokens);
  }

  /** Makes the system prompt anew for the next request: what it says has changed. */
  renewSystem(): void {
    this.#fixed.renew();
  }

  /** What was said and has not gone in yet: to the turn that goes on, and after it what is for later turns. */
  get waiting(): readonly WaitingPrompt[] {
    return this.#queue.waiting;
  }

  /** Begins a turn, or waits until those before it are over. Never throws: what goes wrong is in the result. */
  send(prompt: string | Prompt): Promise<TurnResult> {
    return this.#queue.add(this.#turnFor(toPrompt(prompt)));
  }

  /** The same for whoever does not wait for it: begins a turn, or is the next one. */
  queue(prompt: string | Prompt): void {
    void this.send(prompt);
  }

  /** Says something to a turn that goes on: it goes in after the tools that run now. What is not for it is the next turn. */
  steer(said: string | Prompt): void {
    const prompt = toPrompt(said);
    if (this.isBusy && !prompt.ownTurn) this.#queue.steer(prompt);
    else this.queue(prompt);
  }

  /** Takes back something of what is waiting. */
  withdraw(id: string): Prompt | undefined {
    return this.#queue.withdraw(id);
  }

  /** Asks another model, or with another effort, from the next request on. */
  use(change: Partial<ModelUse>): void {
    this.#using = { ...this.#using, ...change };
    const { provider, model, effort } = this.#using;
    const entry = this.log.append({
      type: 'model',
      model: model.id,
      provider: provider.name,
      ...(effort === undefined ? {} : { effort }),
    });
    this.#emit({ type: 'model', entry });
  }

  /** What may be done without being asked, from the next call on. */
  async setMode(mode: Mode): Promise<void> {
    const { permissions } = this.#options;
    if (!permissions)
      throw new CommandError('UNAVAILABLE', 'The mode of this conversation is fixed', { retry: 'never' });
    await permissions.setMode(mode);
    this.#emit({ type: 'mode', mode });
  }

  /**
   * Makes room in the window: the model summarises the conversation, above all what matters for `focus`, and goes on from
   * the summary. Waits for its turn as a prompt does, and can be aborted; when it fails, nothing was changed.
   */
  compact(focus?: string): Promise<EntryOf<'compaction'>> {
    return this.#queue.add({
      work: async () => {
        const { compact } = await import('../compaction/compact.ts');
        const controller = new AbortController();
        this.#running = controller;
        try {
          return await compact(await this.#state(controller.signal), { trigger: 'manual', focus });
        } finally {
          this.#running = undefined;
        }
      },
      instead: () => {
        throw new CommandError('CANCELLED', 'It was not compacted: the turn before was cancelled', { retry: 'safe' });
      },
    });
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
    return this.#queue.add({
      work: async () => {
        const { rewind } = await import('../rewind/rewind.ts');
        const { home, env, policy, now = Date.now } = this.#options.caller();
        const permits = (path: string) => policy.permits('fs write', path, 'write');
        const result = await rewind(this.log, wish, { home, env, now, permits });
        if (!wish.dryRun) this.#emit({ type: 'rewound', result });
        return result;
      },
      instead: () => {
        throw new CommandError('CANCELLED', 'It was not rewound: the turn before was cancelled', { retry: 'safe' });
      },
    });
  }

  /**
   * Stops what is done now and not the turn: tools that run are ended, and the model is told; an answer breaks off, and
   * the turn goes on with what was steered or is over. Says whether there was something to stop.
   */
  stopStep(): boolean {
    return this.#steps.stop();
  }

  /**
   * Lets the command that a call runs go on as a session, or all those that run, also in subagents: the model is told of
   * that and goes on too. Says whether such a call runs.
   */
  background(callId?: string): boolean {
    return this.#handOvers?.handOver(callId) ?? false;
  }

  /** Stops the turn with all that it runs, and what waits behind it. Resolves when nothing runs any more. */
  async abort(why: CommandError = cancelled()): Promise<void> {
    const prompts = this.#queue.drop();
    if (prompts.length > 0) this.#emit({ type: 'unsent', texts: prompts.map((each) => each.text), prompts });
    this.#running?.abort(why);
    await this.#queue.settled();
  }

  /** Answers an `ask` event. */
  answer(id: string, answer: PermissionAnswer): void {
    this.#questions.answer(id, answer);
  }

  /** Tells whoever listens something that is not part of the conversation. */
  notify(words: string): void {
    this.#emit({ type: 'notice', text: words });
  }

  /** Another conversation that begins as this one did, up to an entry or to here. This one stays as it is. */
  fork(entry: string | undefined = this.log.leaf?.id): Conversation {
    const { caller, log } = this.#options;
    const { home, cwd, now = Date.now } = caller();
    const from = entry === undefined ? {} : { forkedFrom: { conversation: log.id, entry } };
    const forked = ConversationLog.create({ home, cwd, now, begin: log.chain(entry), ...from });
    return new Conversation({ ...this.#options, ...this.#using, log: forked });
  }

  /** A conversation of its own for a subagent: under the same policy and hooks, within what may still be spent here. */
  begin(agent: string, options: Partial<ConversationOptions> & Pick<ConversationOptions, 'log'>): Conversation {
    this.#spending.prepare();
    const { provider, model, narrow } = this.#turnNow ?? { ...this.#using, narrow: this.#options.narrow };
    return new Conversation({
      ...this.#options,
      ...this.#using,
      provider,
      model,
      hooks: (this.#options.hooks ?? []).map((hooks) => hooks.forAgent?.(agent) ?? hooks),
      budget: this.#budget,
      within: {
        requests: this.#turnNow?.requests ?? this.#requests,
        questions: this.#questions,
        handOvers: this.#handOvers,
      },
      ...options,
      narrow: bothNarrow(narrow, options.narrow),
    });
  }

  /** What a tool works with that asks the model something by itself; what that takes is counted here. */
  get asking(): Searching {
    const { provider, model } = this.#turnNow ?? this.#using;
    return {
      provider,
      model,
      spend: (spent) => {
        this.#budget.spend(spent.cost ?? 0);
        this.log.append({ type: 'spent', ...spent });
      },
    };
  }

  /** Passes on what happens in the conversation of a subagent. */
  tell(event: Extract<ConversationEvent, { readonly type: 'agent' }>): void {
    if (event.event.type === 'answer' || event.event.type === 'compacted') this.#spending.add(event.event.entry);
    this.#emit(event);
  }

  /** Tells of everything that happens from now on; gives a way to stop listening. */
  subscribe(listener: (event: ConversationEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** The same as a stream, which ends when its reader leaves. */
  events(): AsyncGenerator<ConversationEvent> {
    return this.#listeners.stream();
  }

  /** Stops what runs and lets go of the file. */
  async close(): Promise<void> {
    await this.abort();
    for (const { onClose } of this.#options.hooks ?? []) await onClose?.();
    this.log.close();
  }

  #turnFor(prompt: Prompt) {
    return {
      prompt,
      work: () => this.#turn(prompt),
      instead: (why: Dropped) =>
        ended(new CommandError('CANCELLED', why === 'withdrawn' ? 'It was taken back' : NOT_SENT, { retry: 'safe' })),
    };
  }

  async #turn(prompt: Prompt): Promise<TurnResult> {
    const { log, hooks = [] } = this.#options;
    const controller = new AbortController();
    this.#running = controller;
    this.#requests = new RequestCount(this.#options.maxTurns, this.#options.within?.requests);
    let result: TurnResult;
    try {
      const notes = await admit(prompt.text, hooks, { log, model: this.model, signal: controller.signal });
      const state = await this.#state(controller.signal);
      this.#turnNow = state;
      const made = prompt.expand && (await this.#expand(state, prompt.expand, notes));
      const meant = made && 'text' in made ? made.text : prompt.text;
      const entry = log.append({
        type: 'user',
        origin: 'prompt',
        ...promptContent(prompt, meant),
        ...(made ? { typed: prompt.text } : {}),
      });
      this.#emit({ type: 'turnStart', entry });
      for (const words of notes) this.#note(words);
      if (made && 'text' in made) state.change(made.change);
      result = made && 'answer' in made ? await this.#answered(state, made.answer, entry.id) : await runTurn(state);
    } catch (thrown) {
      // A hook that refuses, a disk that is full: nothing was asked.
      result = ended(toCommandError(thrown), controller.signal);
    } finally {
      this.#running = undefined;
      this.#turnNow = undefined;
    }
    this.#emit({ type: 'turnEnd', result });
    // What was said too late for this turn begins the next.
    const late = joinPrompts(this.#queue.takeSteering());
    for (const said of late.toReversed()) void this.#queue.addFirst(this.#turnFor(said));
    return result;
  }

  #caller() {
    return this.#options.permissions?.caller ?? this.#options.caller();
  }

  /** What is made of a prompt. It may run commands, so it is a step that can be stopped; then there is no turn. */
  async #expand(state: Turn, expand: NonNullable<Prompt['expand']>, notes: string[]): Promise<Expansion> {
    const made = await this.#steps.take(state, (step) => expand(placeIn(step, notes)));
    if (!made) throw stopped();
    return made;
  }

  /** The end of a turn that another conversation answered, in one step: the model hears of it with the next turn. */
  async #answered(state: Turn, answer: AnsweredElsewhere['answer'], callId: string): Promise<TurnResult> {
    const place = (step: Turn) => ({ ...placeIn(step, []), callId });
    const result = (await this.#steps.take(state, (step) => answer(place(step)))) ?? ended(stopped());
    const { outcome, error } = result;
    this.#note(endElsewhere(result));
    this.log.append({ type: 'turnEnd', outcome, ...(error ? { error: error.code } : {}) });
    return result;
  }

  #note(words: string): void {
    this.#emit({ type: 'note', entry: this.log.append({ type: 'note', text: words }) });
  }

  /** All that a turn works with. */
  async #state(signal: AbortSignal): Promise<Turn> {
    const { hooks = [], maxTurns, within, log, registry, compactAt, narrow } = this.#options;
    return makeTurn({
      ...(await this.#fixed.get()),
      log,
      registry,
      compactAt,
      narrow,
      using: () => this.#using,
      callerNow: () => this.#caller(),
      tools: this.#tools,
      hooks,
      requests: this.#requests ?? new RequestCount(maxTurns, within?.requests),
      budget: this.#budget,
      ask: (call, question, until) =>
        this.#questions.put(call, question, { log, model: this.model, signal: until, hooks }),
      signal,
      emit: (event) => this.#emit(event),
      takeSteering: () => this.#queue.takeSteering(),
      steps: this.#steps,
      handOvers: this.#handOvers,
    });
  }

  #emit(event: ConversationEvent): void {
    this.#listeners.tell(event);
  }
}

function cancelled(): CommandError {
  return new CommandError('CANCELLED', 'The turn was cancelled', { retry: 'safe' });
}

const NOT_SENT = 'It was not sent: the turn before was cancelled';

function ended(error: CommandError, signal?: AbortSignal): TurnResult {
  const outcome = signal?.aborted || error.code === 'CANCELLED' ? 'cancelled' : 'failed';
  return { outcome, text: '', error, requests: 0, usage: NO_USAGE, cost: 0, denials: [] };
}
