import type { ConversationEvent } from '@helve/assistant';
import type { Finished, ScreenState, TurnView } from './state.ts';
import { ASKS, isLookUp, READS, SEARCHES, toToolView, type ToolView } from './tool-view.ts';

/** Completed calls that are kept to be looked at. */
const MOST_CALLS = 50;
const CHARACTERS_PER_TOKEN = 4;

export function inTurn(state: ScreenState, change: Partial<TurnView>): ScreenState {
  const { turn } = state;
  if (!turn) return state;
  const { pause: _, ...kept } = turn;
  return { ...state, turn: { ...kept, ...change } };
}

export function print(state: ScreenState, ...items: readonly Finished[]): ScreenState {
  return items.length === 0 ? state : { ...state, finished: [...state.finished, ...items] };
}

export function thinkingFrom(state: ScreenState, now: number): ScreenState {
  const { turn } = state;
  return turn ? inTurn(state, { thought: { ...turn.thought, since: now } }) : state;
}

export function think(state: ScreenState, text: string, now: number): ScreenState {
  const { turn } = state;
  if (!turn) return state;
  const { thought } = turn;
  const longer = { text: thought.text + text, duration: thought.duration + now - thought.since, since: now };
  return inTurn(state, { phase: 'thinking', thought: longer, tokens: turn.tokens + tokensOf(text) });
}

/** What was thought counts for nothing: the model is asked again. */
export function forgetThought(state: ScreenState, now: number): ScreenState {
  return inTurn(state, { thought: { text: '', duration: 0, since: now } });
}

/** The calls of a batch are printed together when all of them are over, below what the model thought before. */
export function endBatch(state: ScreenState): ScreenState {
  const { turn } = state;
  if (!turn) return state;
  const { tools, thought } = turn;
  const text = thought.text.trim();
  const thoughts: readonly Finished[] = text === '' ? [] : [{ kind: 'thought', text, duration: thought.duration }];
  const batch: readonly Finished[] = tools.length === 0 ? [] : [{ kind: 'tools', tools }];
  if (thoughts.length + batch.length === 0) return state;
  const { isHeld: _, ...kept } = turn;
  const ended: ScreenState = { ...state, turn: { ...kept, tools: [], thought: { ...thought, text: '', duration: 0 } } };
  return print(keepCalls(ended, thoughts), ...thoughts, ...batch);
}

/** Looks at files wait for those of the next request: they are printed as one. */
export function endRequest(state: ScreenState): ScreenState {
  const { tools } = state.turn ?? { tools: [] };
  if (tools.length === 0 || !tools.every(isLookUp)) return endBatch(state);
  return inTurn(state, { isHeld: true });
}

export function beginTool(state: ScreenState, call: Parameters<typeof toToolView>[0]): ScreenState {
  const isAnother = call.name !== READS && !SEARCHES.has(call.name);
  const { tools: held = [], isHeld = false } = state.turn ?? {};
  const before = isHeld && isAnother && held.every(isLookUp) ? endBatch(state) : state;
  return changeTools(inTurn(before, { phase: ASKS.has(call.name) ? 'asking' : 'tools' }), (tools) => [
    ...tools.filter(({ id }) => id !== call.id),
    toToolView(call),
  ]);
}

function changeTools(state: ScreenState, change: (tools: readonly ToolView[]) => readonly ToolView[]): ScreenState {
  return state.turn ? { ...state, turn: { ...state.turn, tools: change(state.turn.tools) } } : state;
}

export function changeTool(state: ScreenState, id: string, change: (tool: ToolView) => ToolView): ScreenState {
  return changeTools(state, (tools) => tools.map((tool) => (tool.id === id ? change(tool) : tool)));
}

export function endTool(
  state: ScreenState,
  { call, entry }: Extract<ConversationEvent, { type: 'toolEnd' }>,
): ScreenState {
  const output = entry.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const { outcome, brief, durationMs: duration } = entry;
  const ended = (tool: ToolView): ToolView => ({ ...tool, state: outcome, brief, output, duration });
  // A call that was never begun has no line yet.
  const known = state.turn?.tools.some(({ id }) => id === call.id) === true;
  const shown = known
    ? changeTool(state, call.id, ended)
    : changeTools(state, (tools) => [...tools, ended(toToolView(call))]);
  const tool = shown.turn?.tools.find(({ id }) => id === call.id) ?? ended(toToolView(call));
  const { todos } = tool;
  const isSet = todos !== undefined && outcome === 'ok';
  return { ...shown, ...(isSet && { todos }), calls: [...shown.calls, tool].slice(-MOST_CALLS) };
}

/** Commands of the user's own can be looked at as calls can, and calls of before as those of now. */
export function keepCalls(state: ScreenState, items: readonly Finished[]): ScreenState {
  const ran = items.flatMap((item): readonly ToolView[] => {
    if (item.kind === 'tools') return item.tools;
    if (item.kind === 'thought') return [thoughtCall(item)];
    if (item.kind !== 'shell') return [];
    const { command, output, exitCode } = item;
    return [{ id: command, name: '!', argument: command, state: exitCode === 0 ? 'ok' : 'error', output }];
  });
  return ran.length === 0 ? state : { ...state, calls: [...state.calls, ...ran].slice(-MOST_CALLS) };
}

/** What was thought can be looked at as calls can. */
function thoughtCall({ text, duration }: Extract<Finished, { kind: 'thought' }>): ToolView {
  return { id: 'thought', name: 'Thinking', argument: '', state: 'ok', output: text, ...(duration && { duration }) };
}

export function tokensOf(text: string): number {
  return text.length / CHARACTERS_PER_TOKEN;
}
