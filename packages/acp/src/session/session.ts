import type { ContentBlock, SessionConfigOption, SessionModeState, StopReason } from '@agentclientprotocol/sdk';
import {
  type ConversationEvent,
  type OpenedConversation,
  openConversation,
  type TurnResult,
  type UserQuestion,
} from '@helve/assistant';
import { CommandError, toCommandError } from '@helve/command';
import type { Keeper } from '@helve/command/host';
import { MODES } from '@helve/policy';
import type { Client } from '../client/client.ts';
import { editorOf } from '../client/editor.ts';
import type { AcpHost } from '../host.ts';
import { availableCommands, runOwnCommand } from './commands.ts';
import { configOptionsOf, modesOf, oneOf, setConfigOption } from './options.ts';
import { answerOf, choiceRequest, permissionRequest } from './permission.ts';
import { promptOf } from './prompt.ts';
import { replayOf } from './replay.ts';
import { Updates } from './updates.ts';

/** What a client wants a session for. */
export interface SessionRequest {
  readonly cwd: string;
  readonly folders: readonly string[];
  readonly mcpServers: Readonly<Record<string, unknown>>;
  /** The id of the conversation to continue. */
  readonly resume?: string;
}

/** What sessions of one process share. */
export interface SessionSurroundings {
  readonly host: AcpHost;
  readonly client: Client;
  readonly keeper: Keeper;
}

/** A conversation that a client shows. */
export class Session {
  readonly #client: Client;
  readonly #opened: OpenedConversation;
  readonly #updates: Updates;
  readonly #notices: readonly string[];
  readonly #unsubscribe: () => void;
  readonly #listeners = new Set<(event: ConversationEvent) => void>();
  /** The latest call that asks the user something. */
  #asking = '';

  static async open({ host, client, keeper }: SessionSurroundings, request: SessionRequest): Promise<Session> {
    const { cwd, folders, mcpServers, resume } = request;
    const notices: string[] = [];
    let session: Session | undefined;
    const opened = (): Session => {
      if (!session) throw new CommandError('UNAVAILABLE', 'The session is still being opened', { retry: 'safe' });
      return session;
    };
    const editor = editorOf({
      client: { ...client, update: (...update) => opened().#showTerminal(...update) },
      session: () => opened().id,
      folders: [cwd, ...folders],
    });
    const conversation = await openConversation(
      {
        registry: host.registry,
        cwd,
        env: host.env,
        // Nothing that a client starts outlives it: what is kept, this process keeps.
        createCaller: async (registry, options) => {
          const caller = await host.createCaller(registry, options);
          return { ...caller, host: { ...caller.host, keeper }, reach: { ...caller.reach, editor } };
        },
        warn: (notice) => void notices.push(notice),
        handsOver: false,
      },
      { ...host.request, folders, mcpServers, ...(resume === undefined ? {} : { resume }) },
      (question, signal) => opened().#askUser(question, signal),
    );
    const all = [...conversation.caller.notices, ...notices];
    all.forEach(host.warn);
    session = new Session(client, conversation, all);
    return session;
  }

  private constructor(client: Client, opened: OpenedConversation, notices: readonly string[]) {
    this.#client = client;
    this.#opened = opened;
    this.#notices = notices;
    const { conversation, caller } = opened;
    this.#updates = new Updates(opened, caller.place, client, (update) => client.update(this.id, update));
    this.#unsubscribe = conversation.subscribe((event) => this.#take(event));
  }

  get id(): string {
    return this.#opened.conversation.id;
  }

  get modes(): SessionModeState {
    return modesOf(this.#opened.conversation);
  }

  get configOptions(): SessionConfigOption[] {
    return configOptionsOf(this.#opened);
  }

  get isBusy(): boolean {
    return this.#opened.conversation.isBusy;
  }

  get availableCommands() {
    return availableCommands(this.#opened);
  }

  /** Tells of everything that happens from now on; gives a way to stop listening. */
  subscribe(listener: (event: ConversationEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Tells the client what it can offer, and what the user should know. */
  introduce(): void {
    const { availableCommands: commands } = this;
    this.#client.update(this.id, { sessionUpdate: 'available_commands_update', availableCommands: commands });
    for (const notice of this.#notices) this.#updates.notice(notice, 'warning');
  }

  /** Shows the client all that was said before. */
  replay(): void {
    const { conversation, caller } = this.#opened;
    const chain = conversation.log.chain();
    for (const update of replayOf(chain, caller.place, this.#client)) this.#client.update(this.id, update);
    if (chain.some((entry) => entry.type === 'extra' && entry.name === 'todos')) this.#updates.plan();
    if (conversation.totals.answers > 0) this.#updates.usage();
  }

  /** Does what the user says, and gives how that ended. Throws where it failed. */
  async prompt(blocks: readonly ContentBlock[]): Promise<StopReason> {
    const { conversation, understand } = this.#opened;
    const prompt = promptOf(blocks);
    const own = runOwnCommand(prompt.text, this.#opened);
    if (own) return this.#finish(own);
    return stopReason(await conversation.send(understand(prompt)));
  }

  async cancel(): Promise<void> {
    await this.#opened.conversation.abort();
  }

  async setMode(mode: string): Promise<void> {
    await this.#opened.conversation.setMode(oneOf(MODES, mode, 'mode'));
  }

  async setConfigOption(id: string, value: string): Promise<void> {
    await setConfigOption(this.#opened, id, value);
  }

  /** Stops what runs. The conversation stays in its log. */
  async close(): Promise<void> {
    await this.#opened.conversation.close();
    this.#unsubscribe();
  }

  async #finish(own: Promise<string>): Promise<StopReason> {
    try {
      const told = await own;
      if (told !== '') this.#updates.say(told);
    } catch (thrown) {
      const { code, message, hint } = toCommandError(thrown);
      if (code === 'CANCELLED') return 'cancelled';
      this.#updates.say(hint === undefined ? message : `${message}. ${hint}`);
    }
    return 'end_turn';
  }

  #take(event: ConversationEvent): void {
    if (event.type === 'toolStart' && ASKING.has(event.call.name)) this.#asking = event.call.id;
    this.#updates.take(event);
    for (const listener of this.#listeners) listener(event);
    if (event.type === 'ask') void this.#askPermission(event.question);
  }

  async #askPermission(question: Extract<ConversationEvent, { readonly type: 'ask' }>['question']): Promise<void> {
    const { conversation, caller } = this.#opened;
    const stop = new AbortController();
    const unsubscribe = conversation.subscribe((event) => {
      if (event.type === 'turnEnd' || (event.type === 'toolEnd' && event.call.id === question.call.id)) stop.abort();
    });
    const request = permissionRequest(this.id, question, caller.place);
    // A client that cannot be asked has not allowed anything.
    const option = await this.#client.askPermission(request, stop.signal).catch(() => undefined);
    unsubscribe();
    conversation.answer(question.id, answerOf(option));
  }

  async #askUser(question: UserQuestion, signal = new AbortController().signal): Promise<string | undefined> {
    const { askForm, askPermission } = this.#client;
    if (question.options.length > 0) {
      const option = await askPermission(choiceRequest(this.id, this.#asking, question), signal).catch(() => undefined);
      return option === undefined ? undefined : question.options[Number(option)];
    }
    return askForm?.(this.id, { message: question.question }, signal).catch(() => undefined);
  }

  #showTerminal(session: string, update: Parameters<Client['update']>[1]): void {
    if (update.sessionUpdate === 'tool_call_update') this.#updates.showsTerminal(update.toolCallId);
    this.#client.update(session, update);
  }
}

/** Tools that ask the user something. */
const ASKING: ReadonlySet<string> = new Set(['AskUser', 'ExitPlanMode']);

function stopReason({ outcome, error }: TurnResult): StopReason {
  switch (outcome) {
    case 'success':
      return 'end_turn';
    case 'refused':
      return 'refusal';
    case 'maxTurns':
    case 'maxCost':
      return 'max_turn_requests';
    case 'cancelled':
      return 'cancelled';
    default:
      throw error ?? new CommandError('INTERNAL', 'The turn failed');
  }
}
