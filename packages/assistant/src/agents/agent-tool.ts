import * as v from 'valibot';
import { CommandError, nearest } from '@helve/registry';
import type { Conversation } from '../conversation/conversation.ts';
import { ConversationLog } from '../log/conversation-log.ts';
import type { TurnResult } from '../loop/events.ts';
import { text } from '../model/message.ts';
import type { ChosenModel } from '../providers/choose.ts';
import type { ModelTool, ToolPlace, ToolReply } from '../tools/tool.ts';
import type { AgentDefinition } from './definition.ts';

export interface AgentOptions {
  readonly definitions: readonly AgentDefinition[];
  /** The model that a definition names. */
  readonly chooseModel: (name: string) => Promise<ChosenModel>;
}

const TOOL_NAME = 'Agent';
/** A subagent that has asked this often has lost its way. */
const MOST_REQUESTS = 50;

const Input = v.strictObject({
  prompt: v.pipe(v.string(), v.minLength(1)),
  agent: v.optional(v.string()),
  description: v.optional(v.string()),
});

/**
 * Lets the model give a task to another with a conversation of its own, of which only the last answer comes back. It works
 * under the same policy and hooks, within the budget and the turns of the conversation that began it, and begins none itself.
 */
export function agentTool(parent: Conversation, options: AgentOptions): ModelTool {
  const { definitions } = options;
  return {
    name: TOOL_NAME,
    declare: async () => ({ name: TOOL_NAME, description: describe(definitions), inputSchema: schema(definitions) }),
    plan: async (given) => {
      const read = v.safeParse(Input, given);
      if (!read.success) {
        throw new CommandError('INVALID_INPUT', `Agent cannot read its input: ${read.issues[0].message}`, {
          hint: 'For example: {"prompt":"Find where settings are read, and say which files do."}',
        });
      }
      const { prompt, agent } = read.output;
      const definition = agent === undefined ? undefined : findAgent(definitions, agent);
      const model = definition?.model === undefined ? {} : await options.chooseModel(definition.model);
      // What it does is judged call by call. It stands in nobody's way but that of writers.
      return { effect: 'inspect', touches: [], run: (place) => work(parent, definition, model, prompt, place) };
    },
  };
}

function describe(definitions: readonly AgentDefinition[]): string {
  const listed = definitions.map(({ name, description }) => `\n- ${name}: ${description.slice(0, 200)}`);
  return `Gives a task to an assistant with a fresh context; its last answer comes back. Several run side by side.${listed.join('')}`;
}

function schema(definitions: readonly AgentDefinition[]): Readonly<Record<string, unknown>> {
  const names = definitions.map(({ name }) => name);
  return {
    type: 'object',
    properties: { prompt: { type: 'string' }, ...(names.length > 0 ? { agent: { enum: names } } : {}) },
    required: ['prompt'],
  };
}

/** The agent of a name. */
export function findAgent(definitions: readonly AgentDefinition[], wanted: string): AgentDefinition {
  const found = definitions.find(({ name }) => name === wanted);
  if (found) return found;
  const names = definitions.map(({ name }) => name);
  const [suggestion] = nearest(wanted, names);
  throw new CommandError('NOT_FOUND', `There is no agent ${JSON.stringify(wanted)}`, {
    hint: suggestion
      ? `Did you mean ${suggestion}?`
      : `${names.join(', ') || 'None has a name here'}; leave agent out.`,
  });
}

async function work(
  parent: Conversation,
  definition: AgentDefinition | undefined,
  model: Partial<ChosenModel>,
  prompt: string,
  { caller, callId }: ToolPlace,
): Promise<ToolReply> {
  const { home, cwd, now = Date.now, signal } = caller;
  const name = definition?.name ?? 'agent';
  const { id, file } = parent.log;
  const child = parent.begin({
    log: ConversationLog.create({ home, cwd, now, agentOf: { id, file, name, call: callId } }),
    tools: toolsFor(parent, definition),
    maxTurns: MOST_REQUESTS,
    caller: () => caller,
    ...(definition ? { system: () => definition.instructions } : {}),
    ...model,
  });
  child.subscribe((event) => parent.tell({ type: 'agent', callId, name, conversation: child.id, event }));
  const stop = () => void child.abort();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return toReply(name, signal?.aborted ? undefined : await child.send(prompt));
  } finally {
    signal?.removeEventListener('abort', stop);
    await child.close();
  }
}

function toolsFor(parent: Conversation, definition: AgentDefinition | undefined): readonly ModelTool[] {
  const all = parent.tools.filter((tool) => tool.name !== TOOL_NAME);
  const wanted = definition?.tools;
  return wanted ? all.filter((tool) => wanted.includes(tool.name)) : all;
}

const ENDS = {
  failed: 'failed',
  cancelled: 'was cancelled',
  refused: 'refused',
  maxTurns: 'reached the limit of turns',
  maxCost: 'reached the limit of cost',
} as const;

function toReply(name: string, result: TurnResult | undefined): ToolReply {
  if (!result) return { content: [text('Not run: the turn was cancelled.')], outcome: 'cancelled', brief: 'cancelled' };
  const { outcome, text: said, error, requests, denials } = result;
  const refused = denials.map(({ reason }) => `[Not permitted: ${reason}]`);
  if (outcome === 'success') {
    return { content: [text([said, ...refused].join('\n'))], outcome: 'ok', brief: `${name}: ${requests} requests` };
  }
  const end = `The agent ${ENDS[outcome]}${error ? `: ${error.message}` : ''}.`;
  return {
    content: [text([said, ...refused, `[${end}]`].filter(Boolean).join('\n'))],
    outcome: outcome === 'cancelled' ? 'cancelled' : 'error',
    brief: end,
  };
}
