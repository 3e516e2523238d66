import type { ConversationEvent, Receipt } from '@helve/assistant';
import type { Block } from '../markdown/block.ts';
import { MarkdownStream } from '../markdown/stream.ts';
import { onAgentCall } from './agents.ts';
import {
  beginTool,
  changeTool,
  endBatch,
  endRequest,
  endTool,
  forgetThought,
  inTurn,
  keepCalls,
  print,
  think,
  thinkingFrom,
  tokensOf,
} from './batch.ts';
import type { Finished, ScreenState, ShellView, StatusView, Tone } from './state.ts';
import type { TodoView } from './tool-view.ts';

/** What happens, as the screen hears of it. */
export type ScreenAction =
  | { readonly type: 'event'; readonly event: ConversationEvent; readonly now: number }
  | { readonly type: 'status'; readonly status: Partial<StatusView> }
  | { readonly type: 'print'; readonly items: readonly Finished[] }
  /** A command of the user's own runs and has printed something; without one, none does any more. */
  | { readonly type: 'shell'; readonly shell?: ShellView }
  /** What was to be written to the scrollback is there. */
  | { readonly type: 'written' }
  | { readonly type: 'todos'; readonly todos: readonly TodoView[] }
  /** Another conversation is shown from now on. */
  | { readonly type: 'anew' };

export function reduce(state: ScreenState, action: ScreenAction): ScreenState {
  switch (action.type) {
    case 'event':
      return onEvent(state, action.event, action.now);
    case 'status':
      return { ...state, status: { ...state.status, ...action.status } };
    case 'print':
      return interject(keepCalls(state, action.items), ...action.items);
    case 'shell': {
      const { shell: _, ...rest } = state;
      return action.shell ? { ...rest, shell: action.shell } : rest;
    }
    case 'written':
      return state.finished.length === 0 ? state : { ...state, finished: [] };
    case 'todos':
      return { ...state, todos: action.todos };
    case 'anew': {
      const { context: _, ...status } = state.status;
      return { ...withoutTurn(state), status: { ...status, messages: 0, cost: 0 }, calls: [], waiting: [], todos: [] };
    }
  }
}

function onEvent(state: ScreenState, event: ConversationEvent, now: number): ScreenState {
  switch (event.type) {
    case 'taken':
      return inTurn(beginTurn(state, now), { phase: 'preparing', prompt: event.prompt.text });
    case 'turnStart':
      return beginTurn(print(counted(state), { kind: 'user', text: wordsOf(event.entry) }), now);
    case 'steered':
      return print(counted(endBatch(state)), { kind: 'user', text: wordsOf(event.entry) });
    case 'request':
      return thinkingFrom(inTurn(endRequest(state), { phase: 'thinking' }), now);
    case 'thinking':
      return think(state, event.text, now);
    case 'text':
      return answer(state, event.text);
    case 'toolCall':
      return inTurn(state, { phase: 'tools' });
    case 'retry': {
      const pause = { why: event.error.message, until: now + event.waitMs };
      return inTurn(forgetThought(dropAnswer(state), now), { phase: 'retrying', pause });
    }
    case 'answer':
      return counted(endAnswer(state));
    case 'toolStart':
      return beginTool(state, event.call);
    case 'toolProgress':
      return changeTool(state, event.callId, (tool) => ({ ...tool, brief: event.message }));
    case 'toolEnd':
      return endTool(state, event);
    case 'ask':
      return inTurn(state, { phase: 'asking' });
    case 'answered':
      return inTurn(state, { phase: 'tools' });
    case 'notice':
      return notice(state, event.text, 'muted');
    case 'compacting':
      return beginCompaction(endBatch(state), now);
    case 'compacted':
      return notice(endCompaction(state), compactedNotice(event.entry.report, state.status.context?.window), 'success');
    case 'compactionFailed':
      return notice(endCompaction(state), `The conversation was not compacted: ${event.error.message}`, 'warning');
    case 'agent':
      return onAgent(state, event.callId, event.event, now);
    case 'turnEnd':
      return withoutTurn(
        print(
          endBatch(endAnswer(state)),
          ...endOfTurn(event.result),
          ...verified(event.result),
          ...figuresOf(state, event, now),
        ),
      );
    case 'waiting':
      return { ...state, waiting: event.waiting };
    case 'mode':
      return { ...state, status: { ...state.status, mode: event.mode } };
    case 'note':
    case 'rewound':
    case 'unsent':
    case 'model':
      return state;
    default:
      // Events of a newer engine say nothing to this screen.
      return state;
  }
}

function beginTurn(state: ScreenState, now: number): ScreenState {
  const thought = { text: '', duration: 0, since: now };
  return { ...state, turn: { startedAt: now, phase: 'thinking', tools: [], thought, tokens: 0 } };
}

function withoutTurn(state: ScreenState): ScreenState {
  const { turn: _, ...rest } = state;
  return rest;
}

/** It may happen within a turn, or by itself when the user wants it. */
function beginCompaction(state: ScreenState, now: number): ScreenState {
  return state.turn
    ? inTurn(state, { phase: 'compacting' })
    : inTurn(beginTurn(state, now), { phase: 'compacting', isOnlyCompaction: true });
}

function endCompaction(state: ScreenState): ScreenState {
  return state.turn?.isOnlyCompaction ? withoutTurn(state) : state;
}

/** Blocks of an answer are printed when nothing can change them any more; the last one is still open. */
function answer(state: ScreenState, text: string): ScreenState {
  if (!state.turn) return state;
  const begun = endBatch(state);
  const stream = state.turn.answer ?? new MarkdownStream();
  stream.append(text);
  const blocks = stream.takeFinished();
  const tokens = state.turn.tokens + tokensOf(text);
  const said = inTurn(begun, { phase: 'answering', answer: stream, tokens });
  return printAnswer(said, blocks);
}

/** Whose answer it is is printed with its first part, and again where something else was printed since. */
function printAnswer(state: ScreenState, blocks: readonly Block[]): ScreenState {
  if (blocks.length === 0) return state;
  const labelled = state.turn?.isLabelled ? state : print(inTurn(state, { isLabelled: true }), LABEL);
  return print(labelled, ...blocks.map((block): Finished => ({ kind: 'answer', block })));
}

function endAnswer(state: ScreenState): ScreenState {
  const { turn } = state;
  if (!turn?.answer) return state;
  turn.answer.finish();
  const ended = printAnswer(state, turn.answer.takeFinished());
  const { answer: _, isLabelled: __, ...rest } = ended.turn ?? turn;
  return { ...ended, turn: rest };
}

/** What was said is void, and will be said anew. Whoever has read it finds it again, so it must be told. */
function dropAnswer(state: ScreenState): ScreenState {
  if (!state.turn?.answer) return state;
  return notice(endAnswer(state), 'Connection lost; retrying.', 'warning');
}

const LABEL: Finished = { kind: 'label' };

/** What of a conversation within this one is shown. */
const SHOWN_OF_AGENTS: ReadonlySet<ConversationEvent['type']> = new Set([
  'request',
  'toolStart',
  'toolProgress',
  'toolEnd',
]);

/**
 * Of a subagent only its calls are shown, below the call that began it. Where none did, what is done is a skill in a
 * conversation of its own: its calls are those of the turn.
 */
function onAgent(state: ScreenState, callId: string, event: ConversationEvent, now: number): ScreenState {
  if (!state.turn?.tools.some(({ id }) => id === callId)) {
    return SHOWN_OF_AGENTS.has(event.type) ? onEvent(state, event, now) : state;
  }
  return onAgentCall(state, callId, event);
}

/** What a turn took. */
function figuresOf(
  { turn }: ScreenState,
  { result }: Extract<ConversationEvent, { type: 'turnEnd' }>,
  now: number,
): readonly Finished[] {
  return turn ? [{ kind: 'turn', duration: Math.max(0, now - turn.startedAt), cost: result.cost }] : [];
}

function endOfTurn({ outcome, error }: Extract<ConversationEvent, { type: 'turnEnd' }>['result']): readonly Finished[] {
  switch (outcome) {
    case 'success':
      return [];
    case 'cancelled':
      return [{ kind: 'notice', text: 'Stopped.', tone: 'warning' }];
    case 'maxTurns':
      return [{ kind: 'notice', text: 'Request limit of this turn reached.', tone: 'warning' }];
    case 'maxCost':
      return [{ kind: 'notice', text: 'Spending limit reached.', tone: 'warning' }];
    case 'refused':
      return [{ kind: 'notice', text: 'The model refused to answer.', tone: 'warning' }];
    case 'failed': {
      const hint = error?.hint === undefined ? '' : `\n${error.hint}`;
      return [{ kind: 'notice', text: `${error?.message ?? 'The turn failed.'}${hint}`, tone: 'error' }];
    }
  }
}

const RECEIPT_TONES: Readonly<Record<Receipt['state'], Tone>> = {
  verified: 'success',
  unverified: 'warning',
  failed: 'error',
};

/** Instructions that were broken, and whether the work of the turn was checked; nothing where the project names no checks. */
function verified({
  receipt,
  violations = [],
}: Extract<ConversationEvent, { type: 'turnEnd' }>['result']): readonly Finished[] {
  const broken = violations.map(({ summary }): Finished => ({ kind: 'notice', text: `${summary}.`, tone: 'warning' }));
  if (!receipt || receipt.reason === 'noChecks') return broken;
  return [...broken, { kind: 'notice', text: `${receipt.summary}.`, tone: RECEIPT_TONES[receipt.state] }];
}

type Compacted = Extract<ConversationEvent, { type: 'compacted' }>['entry']['report'];

function compactedNotice(report: Compacted, window: number | undefined): string {
  if (!report || !window) return 'Context compressed.';
  const percent = (tokens: number) => `${Math.round((tokens / window) * 100)}%`;
  return `Context compressed: ${percent(report.before)} → ${percent(report.after)}`;
}

function notice(state: ScreenState, text: string, tone: Tone): ScreenState {
  return interject(state, { kind: 'notice', text, tone });
}

/** Prints what does not belong to the answer that may be coming in. */
function interject(state: ScreenState, ...items: readonly Finished[]): ScreenState {
  const printed = print(state, ...items);
  return printed.turn?.isLabelled ? { ...printed, turn: { ...printed.turn, isLabelled: false } } : printed;
}

function counted(state: ScreenState): ScreenState {
  return { ...state, status: { ...state.status, messages: state.status.messages + 1 } };
}

/** What the user typed, and not what was made of it. */
function wordsOf({ content, typed }: Extract<ConversationEvent, { type: 'turnStart' }>['entry']): string {
  const words = content.map((part) => (part.type === 'text' ? (typed ?? part.text) : `[${part.mediaType}]`));
  return words.join('\n');
}
