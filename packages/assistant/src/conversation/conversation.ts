import { CommandError } from '@helve/command';
import type { Mode, SandboxSetting } from '@helve/policy';
import { contextParts, type ContextParts } from '../log/context-parts.ts';
import { type ContextUse, contextUse } from '../log/context-use.ts';
import { type Continuing, continuing } from '../log/continuing.ts';
import { ConversationLog } from '../log/conversation-log.ts';
import type { EntryOf } from '../log/entry.ts';
import { latestCompaction } from '../log/messages.ts';
import type { Totals } from '../log/totals.ts';
import type { ConversationEvent, TurnResult } from '../loop/events.ts';
import { HandOvers } from '../loop/hand-overs.ts';
import { Budget } from '../loop/limits.ts';
import { type Prompt, toPrompt, unsent, type WaitingPrompt } from '../loop/prompt.ts';
import { bothNarrow } from '../loop/turn-change.ts';
import type { Model } from '../model/models.ts';
import type { Effort } from '../model/provider.ts';
import type { PermissionAnswer } from '../permissions/permissions.ts';
import type { RewindWish, Rewound } from '../rewind/rewind.ts';
import { CORE_TOOLS } from '../tools/core-tools.ts';
import type { Searching } from '../tools/provider-search.ts';
import type { ModelTool } from '../tools/tool.ts';
import { FixedPart } from './fixed-part.ts';
import { Listeners } from './listeners.ts';
import type { ConversationOptions, ModelUse } from './options.ts';
import { compactJob, rewindJob } from './other-jobs.ts';
import { Questions } from './questions.ts';
import { Spending } from './spending.ts';
import { TurnQueue } from './turn-queue.ts';
import { TurnRunner } from './turn-runner.ts';

/** Opens a conversation: a new one, or one that goes on where its log ends. */
export function createConversation(options: ConversationOptions): Conversation {
  return new Conversation(options);
}

/** Talks with a model that may use tools, one turn at a time. Knows nothing of who shows it. */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #listeners = new Listeners();
  readonly #queue = new TurnQueue((waiting) => this.#emit({ type: 'waiting', waiting }));
  readonly #handOvers: HandOvers | undefined;
  readonly #questions: Questions;
  readonly #spending: Spending;
  readonly #budget: Budget;
  readonly #tools: readonly ModelTool[];
  readonly #fixed: FixedPart;
  readonly #turns: TurnRunner;
  #using: ModelUse;

  constructor(options: ConversationOptions) {
    const { provider, model, effort, tools = CORE_TOOLS } = options;
    this.#options = options;
    this.#using = { provider, model, effort };
    this.#budget = options.budget ?? new Budget();
    this.#handOvers = options.within?.handOvers ?? (options.handsOver ? new HandOvers() : undefined);
    this.#questions = options.within?.questions ?? new Questions(options, (event) => this.#emit(event));
    this.#spending = new Spending(options.log);
    this.#turns = new TurnRunner({
      options,
      using: () => this.#using,
      caller: () => this.#caller(),
      // Made below: to make them may take the conversation itself.
      tools: () => this.#tools,
      fixed: () => this.#fixed.get(),
      budget: this.#budget,
      questions: this.#questions,
      handOvers: this.#handOvers,
      queue: this.#queue,
      emit: (event) => this.#emit(event),
    });
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
    return this.#turns.now?.tools ?? this.#tools;
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
    return this.#caller().authority.policy.mode;
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

  /** What it costs to go on, where that is known. */
  get continuing(): Continuing | undefined {
    return continuing(this.log.chain(), this.model);
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
    return this.#queue.add(this.#turns.turnFor(toPrompt(prompt)));
  }

  /** The same for whoever does not wait for it: begins a turn, or is the next one. */
  queue(prompt: string | Prompt): void {
    void this.send(prompt);
  }

  /** Continues a turn that was not finished when its process ended: the log has all that was said and done so far. */
  resume(): Promise<TurnResult> {
    return this.#queue.add(this.#turns.restOfTurn());
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

  /** What may be done without being asked, from the next call on. What is being asked is judged again. */
  async setMode(mode: Mode): Promise<void> {
    const { permissions } = this.#options;
    if (!permissions)
      throw new CommandError('UNAVAILABLE', 'The mode of this conversation cannot be changed', { retry: 'never' });
    await permissions.setMode(mode);
    this.#emit({ type: 'mode', mode });
    this.#questions.reconsider();
  }

  /** Whether programs are confined, from the next one on. The model is told with the next request. */
  async setSandbox(sandbox: SandboxSetting): Promise<void> {
    const { permissions } = this.#options;
    if (!permissions)
      throw new CommandError('UNAVAILABLE', 'The sandbox of this conversation cannot be changed', { retry: 'never' });
    await permissions.setSandbox(sandbox);
    this.renewSystem();
    this.#emit({ type: 'sandbox', sandbox });
  }

  /**
   * Makes room in the window: the model summarises the conversation, above all what matters for `focus`, and goes on from
   * the summary. Waits for its turn as a prompt does, and can be aborted; when it fails, nothing was changed.
   */
  compact(focus?: string): Promise<EntryOf<'compaction'>> {
    return this.#queue.add(compactJob(this.#turns, focus));
  }

  /** Gives the model all that was said again, instead of the latest summary; gives the compaction that was undone. */
  undoCompaction(): EntryOf<'compaction'> {
    const found = latestCompaction(this.log.chain());
    if (!found) throw new CommandError('NOTHING_TO_DO', 'Nothing to undo: no compaction is active', { retry: 'never' });
    this.log.append({ type: 'compactionUndone', compaction: found.id });
    return found;
  }

  /** Takes what was said, the files that were changed, or both back to before a prompt. Waits for its turn. */
  rewind(wish: RewindWish): Promise<Rewound> {
    const { log, caller } = this.#options;
    return this.#queue.add(rewindJob(this.#turns, { log, caller, emit: (event) => this.#emit(event) }, wish));
  }

  /**
   * Stops what is done now and not the turn: tools that run are ended, and the model is told; an answer breaks off, and
   * the turn goes on with what was steered or is over. Says whether there was something to stop.
   */
  stopStep(): boolean {
    return this.#turns.steps.stop();
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
    if (prompts.length > 0) this.#emit(unsent(prompts));
    this.#turns.stop(why);
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
    const {
      place: { home, cwd },
      host: { now = Date.now },
    } = caller();
    const from = entry === undefined ? {} : { forkedFrom: { conversation: log.id, entry } };
    const forked = ConversationLog.create({ home, cwd, now, begin: log.chain(entry), ...from });
    return new Conversation({ ...this.#options, ...this.#using, log: forked });
  }

  /** A conversation of its own for a subagent: under the same policy and hooks, within what may still be spent here. */
  begin(agent: string, options: Partial<ConversationOptions> & Pick<ConversationOptions, 'log'>): Conversation {
    this.#spending.prepare();
    const { provider, model, narrow } = this.#turns.now ?? { ...this.#using, narrow: this.#options.narrow };
    return new Conversation({
      ...this.#options,
      ...this.#using,
      provider,
      model,
      hooks: (this.#options.hooks ?? []).map((hooks) => hooks.forAgent?.(agent, this.log) ?? hooks),
      budget: this.#budget,
      within: {
        requests: this.#turns.requests,
        questions: this.#questions,
        handOvers: this.#handOvers,
      },
      ...options,
      narrow: bothNarrow(narrow, options.narrow),
    });
  }

  /** What a tool works with that asks the model something by itself; what that takes is counted here. */
  get asking(): Searching {
    const { provider, model } = this.#turns.now ?? this.#using;
    return {
      provider,
      model,
      spend: (spent) => {
        this.#budget.spend(spent.cost ?? 0, spent.usage);
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

  #caller() {
    return this.#options.permissions?.caller ?? this.#options.caller();
  }

  #emit(event: ConversationEvent): void {
    this.#listeners.tell(event);
  }
}

function cancelled(): CommandError {
  return new CommandError('CANCELLED', 'The turn was cancelled', { retry: 'safe' });
}
