import { randomUUID } from 'node:crypto';
import type { PlanEntryStatus, SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk';
import {
  type ConversationEvent,
  conversationTitle,
  type Entry,
  type OpenedConversation,
  type Receipt,
  todosOf,
} from '@helve/assistant';
import type { Place } from '@helve/command';
import type { Client } from '../client/client.ts';
import { configOptionsOf } from './options.ts';
import { type Call, diffOf, kindOf, locationsOf, printedIn, resultContent, titleOf } from './tool-call.ts';

/** The tool whose calls are shown as a plan. */
const TODO = 'Todo';

type Translated = Pick<OpenedConversation, 'conversation' | 'models' | 'chooseModel'>;
type Shows = Pick<Client, 'showsNotices' | 'showsCompaction' | 'showsPrinted'>;

interface OpenCall {
  /** What is shown of it while it runs: a diff. */
  readonly shown: readonly ToolCallContent[];
}

/** Turns what happens in a conversation into updates for a client. */
export class Updates {
  readonly #opened: Translated;
  readonly #where: Pick<Place, 'cwd' | 'env'>;
  readonly #shows: Shows;
  readonly #send: (update: SessionUpdate) => void;
  readonly #calls = new Map<string, OpenCall>();
  /** Calls that run in a terminal of the client, which shows their output. */
  readonly #inTerminal = new Set<string>();
  #message = randomUUID();
  #thought = randomUUID();
  #compaction: string | undefined;
  #title: string | undefined;

  constructor(
    opened: Translated,
    where: Pick<Place, 'cwd' | 'env'>,
    shows: Shows,
    send: (update: SessionUpdate) => void,
  ) {
    this.#opened = opened;
    this.#where = where;
    this.#shows = shows;
    this.#send = send;
  }

  /** The output of a call is shown by a terminal of the client. */
  showsTerminal(callId: string): void {
    this.#inTerminal.add(callId);
  }

  /** Something for the user that is not part of the conversation. */
  notice(title: string, severity: 'info' | 'warning' | 'error' = 'info'): void {
    if (this.#shows.showsNotices) this.#send({ sessionUpdate: 'notice', severity, title });
  }

  /** Words to the user that the model did not say. */
  say(text: string): void {
    this.#send({ sessionUpdate: 'agent_message_chunk', messageId: randomUUID(), content: { type: 'text', text } });
  }

  usage(): void {
    const { context, totals } = this.#opened.conversation;
    this.#send({
      sessionUpdate: 'usage_update',
      used: context.tokens,
      size: context.window,
      cost: { amount: totals.cost, currency: 'USD' },
    });
  }

  plan(): void {
    const todos = todosOf(this.#opened.conversation.log.chain());
    this.#send({
      sessionUpdate: 'plan',
      entries: todos.map(({ text, state }) => ({ content: text, priority: 'medium', status: STATUSES[state] })),
    });
  }

  config(): void {
    this.#send({ sessionUpdate: 'config_option_update', configOptions: configOptionsOf(this.#opened) });
  }

  take(event: ConversationEvent): void {
    switch (event.type) {
      case 'request':
        this.#message = randomUUID();
        this.#thought = randomUUID();
        return;
      case 'text':
        return this.#chunk('agent_message_chunk', this.#message, event.text);
      case 'thinking':
        return this.#chunk('agent_thought_chunk', this.#thought, event.text);
      case 'toolCall':
        return this.#announce({ id: event.id, name: event.name, input: {} });
      case 'retry':
        this.notice(`The provider failed (${event.error.message}); retrying.`, 'warning');
        return this.#failOpen();
      case 'toolStart':
        return this.#start(event.call);
      case 'toolProgress':
        return this.#progress(event.callId, event.message);
      case 'toolEnd':
        return this.#end(event.call, event.entry);
      case 'agent':
        return this.#takeOfAgent(event);
      case 'answer':
        return this.usage();
      case 'compacting':
        this.#compaction = randomUUID();
        return this.#compact('in_progress');
      case 'compacted':
        this.#compact('completed', { summary: [{ type: 'text', text: event.entry.summary }] });
        return this.usage();
      case 'compactionFailed':
        return this.#compact(event.error.code === 'CANCELLED' ? 'cancelled' : 'failed', { error: event.error.message });
      case 'mode':
        this.#send({ sessionUpdate: 'current_mode_update', currentModeId: event.mode });
        return this.config();
      case 'model':
        return this.config();
      case 'notice':
        return this.notice(event.text);
      case 'turnEnd':
        this.#failOpen();
        for (const { summary } of event.result.violations ?? []) this.#mark(summary, 'warning');
        this.#tellReceipt(event.result.receipt);
        return this.#tellTitle();
      default:
        return;
    }
  }

  /** Whether the work of the turn was checked; nothing where the project names no checks. */
  #tellReceipt(receipt: Receipt | undefined): void {
    if (!receipt || receipt.reason === 'noChecks') return;
    const { summary, state } = receipt;
    this.#mark(summary, state === 'verified' ? 'info' : state === 'failed' ? 'error' : 'warning');
  }

  /** Says something about the answer, also to clients that show no notices. */
  #mark(words: string, severity: 'info' | 'warning' | 'error'): void {
    if (this.#shows.showsNotices) this.notice(words, severity);
    else this.say(words);
  }

  #chunk(sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk', messageId: string, text: string): void {
    if (text !== '') this.#send({ sessionUpdate, messageId, content: { type: 'text', text } });
  }

  #announce(call: Call, title = call.name): void {
    if (call.name === TODO || this.#calls.has(call.id)) return;
    this.#calls.set(call.id, { shown: [] });
    this.#send({
      sessionUpdate: 'tool_call',
      toolCallId: call.id,
      title,
      name: call.name,
      kind: kindOf(call.name),
      status: 'pending',
      ...(this.#printsTo(call) ? { _meta: { terminal_info: { terminal_id: call.id, cwd: this.#where.cwd } } } : {}),
    });
  }

  /** Whether what a call prints is shown as a terminal that the client makes for it. */
  #printsTo({ id, name }: Pick<Call, 'id' | 'name'>): boolean {
    return this.#shows.showsPrinted && name === 'Bash' && !this.#inTerminal.has(id);
  }

  #start(call: Call, by = ''): void {
    if (call.name === TODO) return;
    this.#announce(call, `${by}${titleOf(call)}`);
    const shown = diffOf(call, this.#where);
    this.#calls.set(call.id, { shown });
    this.#send({
      sessionUpdate: 'tool_call_update',
      toolCallId: call.id,
      title: `${by}${titleOf(call)}`,
      status: 'in_progress',
      rawInput: call.input,
      locations: locationsOf(call, this.#where),
      ...(shown.length > 0 ? { content: shown } : {}),
    });
  }

  #progress(callId: string, message: string): void {
    const open = this.#calls.get(callId);
    if (!open || open.shown.length > 0 || this.#inTerminal.has(callId) || message === '') return;
    this.#send({
      sessionUpdate: 'tool_call_update',
      toolCallId: callId,
      content: [{ type: 'content', content: { type: 'text', text: message } }],
    });
  }

  #end(call: Call, entry: Extract<Entry, { readonly type: 'toolResult' }>): void {
    if (call.name === TODO) return this.plan();
    // A call that was never started has no update of its own yet.
    this.#announce(call, titleOf(call));
    const { shown = [] } = this.#calls.get(call.id) ?? {};
    this.#calls.delete(call.id);
    const isOk = entry.outcome === 'ok';
    const ended = {
      sessionUpdate: 'tool_call_update',
      toolCallId: call.id,
      status: isOk ? 'completed' : 'failed',
      rawOutput: { outcome: entry.outcome, brief: entry.brief },
    } as const;
    const content = resultContent(entry.content, entry.outcome, shown);
    // A call that was denied or cancelled before it ran printed nothing.
    if (this.#printsTo(call) && (isOk || entry.outcome === 'error')) {
      this.#send({
        ...ended,
        content: [{ type: 'terminal', terminalId: call.id }],
        _meta: {
          terminal_output: { terminal_id: call.id, data: printedIn(content) },
          terminal_exit: { terminal_id: call.id, exit_code: isOk ? 0 : null, signal: null },
        },
      });
    } else {
      this.#send({ ...ended, ...(this.#inTerminal.delete(call.id) ? {} : { content }) });
    }
  }

  /** Calls of a subagent are shown as calls with its name; what it writes is for whoever sent it. */
  #takeOfAgent({ name, event }: Extract<ConversationEvent, { readonly type: 'agent' }>): void {
    if (event.type === 'toolStart') this.#start(event.call, `${name}: `);
    else if (event.type === 'toolEnd' && event.call.name !== TODO) this.#end(event.call, event.entry);
    else if (event.type === 'toolProgress') this.#progress(event.callId, event.message);
    else if (event.type === 'answer') this.usage();
  }

  /** Calls that will not be made. */
  #failOpen(): void {
    for (const toolCallId of this.#calls.keys()) {
      this.#send({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
    }
    this.#calls.clear();
  }

  #compact(
    status: 'in_progress' | 'completed' | 'failed' | 'cancelled',
    more: { summary?: [{ type: 'text'; text: string }]; error?: string } = {},
  ): void {
    const compactionId = (this.#compaction ??= randomUUID());
    if (this.#shows.showsCompaction) this.#send({ sessionUpdate: 'compaction_update', compactionId, status, ...more });
    if (status !== 'in_progress') this.#compaction = undefined;
  }

  #tellTitle(): void {
    const { log } = this.#opened.conversation;
    const title = conversationTitle(log.chain());
    if (title === undefined || title === this.#title) return;
    this.#title = title;
    this.#send({ sessionUpdate: 'session_info_update', title, updatedAt: log.leaf?.time ?? null });
  }
}

const STATUSES: Readonly<Record<'open' | 'doing' | 'done', PlanEntryStatus>> = {
  open: 'pending',
  doing: 'in_progress',
  done: 'completed',
};
