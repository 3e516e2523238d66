import type { ConversationEvent } from '@helve/assistant';
import { changeTool } from './batch.ts';
import type { ScreenState } from './state.ts';
import { type AgentView, NEW_AGENT, toToolView, type ToolView } from './tool-view.ts';

const MOST_INNER = 3;

/** What happens in the conversation of a subagent, as it is shown below the call that began it. */
export function onAgentCall(state: ScreenState, callId: string, event: ConversationEvent): ScreenState {
  if (event.type === 'toolStart') {
    const inner = toToolView(event.call);
    return changeTool(state, callId, (tool) => ({
      ...tool,
      inner: [...(tool.inner ?? []), inner].slice(-MOST_INNER),
    }));
  }
  if (event.type === 'answer') {
    const { usage, cost = 0 } = event.entry;
    const tokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
    return changeTool(state, callId, (tool) => withFigures(tool, { requests: 1, tokens, cost }));
  }
  if (event.type !== 'toolEnd') return state;
  const ended = (tool: ToolView) => (tool.id === event.call.id ? { ...tool, state: event.entry.outcome } : tool);
  return changeTool(state, callId, (tool) => ({
    ...withFigures(tool, { calls: 1 }),
    ...(tool.inner && { inner: tool.inner.map(ended) }),
  }));
}

function withFigures(tool: ToolView, more: Partial<AgentView>): ToolView {
  const { requests, calls, tokens, cost } = { ...NEW_AGENT, ...more };
  const before = tool.agent ?? NEW_AGENT;
  return {
    ...tool,
    agent: {
      requests: before.requests + requests,
      calls: before.calls + calls,
      tokens: before.tokens + tokens,
      cost: before.cost + cost,
    },
  };
}
