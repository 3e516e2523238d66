import { toCommandError } from '@helve/command';
import type { Caller } from '@helve/policy';
import type { Conversation } from '../conversation/conversation.ts';
import { ConversationLog } from '../log/conversation-log.ts';
import type { TurnResult } from '../loop/events.ts';
import { text } from '../model/message.ts';
import type { ChosenModel } from '../providers/choose.ts';
import type { ModelTool, ToolReply } from '../tools/tool.ts';
import type { Allowance } from './allowance.ts';

/** A task for a conversation of its own. */
export interface Errand extends Allowance {
  readonly name: string;
  readonly prompt: string;
  /** The call that it is done for. */
  readonly callId: string;
  readonly caller: Caller;
  /** What it is told before anything else; absent: what its parent is told. */
  readonly system?: (() => string | Promise<string>) | undefined;
  readonly chosen?: ChosenModel | undefined;
  readonly maxTurns?: number | undefined;
  /** It knows what was said in its parent's conversation. */
  readonly knowsAll?: boolean;
}

/** A subagent that has asked this often has lost its way. */
const MOST_REQUESTS = 50;

/**
 * Does a task in a conversation of its own, under the policy and hooks of the one that began it and within its budget and
 * turns. Undefined: it was cancelled before it began.
 */
export async function runSubagent(parent: Conversation, errand: Errand): Promise<TurnResult | undefined> {
  const { name, prompt, callId, caller, system, chosen = {}, maxTurns = MOST_REQUESTS, narrow, knowsAll } = errand;
  const {
    place: { home, cwd },
    reach: { signal },
    host: { now = Date.now },
  } = caller;
  const { id, file } = parent.log;
  const begin = knowsAll ? { begin: parent.log.chain() } : {};
  const child = parent.begin(name, {
    log: ConversationLog.create({ home, cwd, now, agentOf: { id, file, name, call: callId }, ...begin }),
    tools: toolsFor(parent, errand),
    maxTurns,
    caller: () => caller,
    narrow,
    ...(system ? { system } : {}),
    ...chosen,
  });
  child.subscribe((event) => parent.tell({ type: 'agent', callId, name, conversation: child.id, event }));
  const stop = () => void child.abort(toCommandError(signal?.reason));
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return signal?.aborted ? undefined : await child.send(prompt);
  } finally {
    signal?.removeEventListener('abort', stop);
    await child.close();
  }
}

function toolsFor(parent: Conversation, { tools = () => true }: Errand): readonly ModelTool[] {
  const offered = parent.tools.flatMap((tool) => (tool.forAgent ? (tool.forAgent() ?? []) : tool));
  return offered.filter(({ name }) => tools(name));
}

const ENDS = {
  failed: 'failed',
  cancelled: 'was cancelled',
  refused: 'refused',
  maxTurns: 'reached its turn limit',
  maxCost: 'reached its cost limit',
} as const;

/** What the model is told of a task that it gave away. */
export function toReply(name: string, result: TurnResult | undefined): ToolReply {
  if (!result) return { content: [text('Not run: the turn was cancelled.')], outcome: 'cancelled', brief: 'cancelled' };
  const { outcome, text: said, error, requests, denials } = result;
  const refused = denials.map(({ reason }) => `[Not permitted: ${reason}]`);
  if (outcome === 'success') {
    const brief = `${name}: ${requests} requests`;
    return { content: [text([said, ...refused].join('\n'))], outcome: 'ok', brief, denials };
  }
  const end = `The agent ${ENDS[outcome]}${error ? `: ${error.message}` : ''}.`;
  return {
    content: [text([said, ...refused, `[${end}]`].filter(Boolean).join('\n'))],
    outcome: outcome === 'cancelled' ? 'cancelled' : 'error',
    brief: end,
    denials,
  };
}
