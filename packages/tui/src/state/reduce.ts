import type { ConversationEvent, Receipt } from '@helve/assistant';
import type { Block } from '../markdown/block.ts';
import { MarkdownStream } from '../markdown/stream.ts';
import type { Finished, ScreenState, ShellView, StatusView, Tone, TurnView } from './state.ts';
import { toToolView, type ToolView } from './tool-view.ts';

/** What happens, as the screen hears of it. */
export type ScreenAction =
  | { readonly type: 'event'; readonly event: ConversationEvent; readonly now: number }
  | { readonly type: 'status'; readonly status: Partial<StatusView> }
  | { readonly type: 'print'; readonly items: readonly Finished[] }
  /** A command of the user's own runs and has printed something; without one, none does any more. */
  | { readonly type: 'shell'; readonly shell?: ShellView }
  /** What was to be written to the scrollback is there. */
  | { readonly type: 'written' }
  /** Another conversation is shown from now on. */
  | { readonly type: 'anew' };

/** Completed calls that are kept to be looked at. */
const MOST_CALLS = 50;
const THOUGHT_LENGTH = 400;
const CHARACTERS_PER_TOKEN = 4;

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
    case 'anew': {
      const { context: _, ...status } = state.status;
      return { ...withoutTurn(state), status: { ...status, messages: 0, cost: 0 }, calls: [], waiting: [] };
    }
  }
}

/** Tools that only ask the user something. */
const ASKS: ReadonlySet<string> = new Set(['AskUser', 'ExitPlanMode']);

function onEvent(state: ScreenState, event: ConversationEvent, now: number): ScreenState {
  switch (event.type) {
    case 'taken':
      return inTurn(beginTurn(state, now), { phase: 'preparing', prompt: event.prompt.text });
    case 'turnStart':
      return beginTurn(print(counted(state), { kind: 'user', text: wordsOf(event.entry) }), now);
    case 'steered':
      return print(counted(endBatch(state)), { kind: 'user', text: wordsOf(event.entry) });
    case 'request':
      return inTurn(endBatch(state), { phase: 'thinking', thought: '' });
    case 'thinking':
      return think(state, event.text);
    case 'text':
      return answer(state, event.text);
    case 'toolCall':
      return inTurn(state, { phase: 'tools' });
    case 'retry': {
      const pause = { why: event.error.message, until: now + event.waitMs };
      return inTurn(dropAnswer(state), { phase: 'retrying', pause });
    }
    case 'answer':
      return counted(endAnswer(state));
    case 'toolStart':
      return changeTools(inTurn(state, { phase: ASKS.has(event.call.name) ? 'asking' : 'tools' }), (tools) => [
        ...tools.filter(({ id }) => id !== event.call.id),
        toToolView(event.call),
      ]);
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
      return withoutTurn(print(endBatch(endAnswer(state)), ...endOfTurn(event.result), ...verified(event.result)));
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

/** Commands of the user's own can be looked at as calls can, and calls of before as those of now. */
function keepCalls(state: ScreenState, items: readonly Finished[]): ScreenState {
  const ran = items.flatMap((item): readonly ToolView[] => {
    if (item.kind === 'tools') return item.tools;
    if (item.kind !== 'shell') return [];
    const { command, output, exitCode } = item;
    return [{ id: command, name: '!', argument: command, state: exitCode === 0 ? 'ok' : 'error', output }];
  });
  return ran.length === 0 ? state : { ...state, calls: [...state.calls, ...ran].slice(-MOST_CALLS) };
}

function beginTurn(state: ScreenState, now: number): ScreenState {
  return { ...state, turn: { startedAt: now, phase: 'thinking', tools: [], thought: '', tokens: 0 } };
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

function inTurn(state: ScreenState, change: Partial<TurnView>): ScreenState {
  const { turn } = state;
  if (!turn) return state;
  const { pause: _, ...kept } = turn;
  return { ...state, turn: { ...kept, ...change } };
}

function think(state: ScreenState, text: string): ScreenState {
  const { turn } = state;
  if (!turn) return state;
  const thought = `${turn.thought}${text}`.slice(-THOUGHT_LENGTH);
  return inTurn(state, { phase: 'thinking', thought, tokens: turn.tokens + tokensOf(text) });
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

/** The calls of a batch are printed together when all of them are over. */
function endBatch(state: ScreenState): ScreenState {
  const { turn } = state;
  if (!turn || turn.tools.length === 0) return state;
  return print({ ...state, turn: { ...turn, tools: [] } }, { kind: 'tools', tools: turn.tools });
}

function changeTools(state: ScreenState, change: (tools: readonly ToolView[]) => readonly ToolView[]): ScreenState {
  return state.turn ? { ...state, turn: { ...state.turn, tools: change(state.turn.tools) } } : state;
}

function changeTool(state: ScreenState, id: string, change: (tool: ToolView) => ToolView): ScreenState {
  return changeTools(state, (tools) => tools.map((tool) => (tool.id === id ? change(tool) : tool)));
}

function endTool(state: ScreenState, { call, entry }: Extract<ConversationEvent, { type: 'toolEnd' }>): ScreenState {
  const output = entry.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const ended = (tool: ToolView): ToolView => ({ ...tool, state: entry.outcome, brief: entry.brief, output });
  // A call that was never begun has no line yet.
  const known = state.turn?.tools.some(({ id }) => id === call.id) === true;
  const shown = known
    ? changeTool(state, call.id, ended)
    : changeTools(state, (tools) => [...tools, ended(toToolView(call))]);
  const tool = shown.turn?.tools.find(({ id }) => id === call.id) ?? ended(toToolView(call));
  return { ...shown, calls: [...shown.calls, tool].slice(-MOST_CALLS) };
}

const MOST_INNER = 3;

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
  if (event.type === 'toolStart') {
    const inner = toToolView(event.call);
    return changeTool(state, callId, (tool) => ({
      ...tool,
      inner: [...(tool.inner ?? []), inner].slice(-MOST_INNER),
    }));
  }
  if (event.type !== 'toolEnd') return state;
  const ended = (tool: ToolView) => (tool.id === event.call.id ? { ...tool, state: event.entry.outcome } : tool);
  return changeTool(state, callId, (tool) => ({ ...tool, ...(tool.inner && { inner: tool.inner.map(ended) }) }));
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

function print(state: ScreenState, ...items: readonly Finished[]): ScreenState {
  return items.length === 0 ? state : { ...state, finished: [...state.finished, ...items] };
}

function counted(state: ScreenState): ScreenState {
  return { ...state, status: { ...state.status, messages: state.status.messages + 1 } };
}

/** What the user typed, and not what was made of it. */
function wordsOf({ content, typed }: Extract<ConversationEvent, { type: 'turnStart' }>['entry']): string {
  const words = content.map((part) => (part.type === 'text' ? (typed ?? part.text) : `[${part.mediaType}]`));
  return words.join('\n');
}

function tokensOf(text: string): number {
  return text.length / CHARACTERS_PER_TOKEN;
}
