import * as v from 'valibot';
import { CommandError, didYouMean } from '@helve/command';
import type { Conversation } from '../conversation/conversation.ts';
import type { ChosenModel } from '../providers/choose.ts';
import type { ModelTool } from '../tools/tool.ts';
import { allowanceOf, type AllowancePlace } from './allowance.ts';
import type { AgentDefinition } from './definition.ts';
import { type Errand, runSubagent, toReply } from './subagent.ts';

export interface AgentOptions {
  readonly definitions: readonly AgentDefinition[];
  /** The model that a definition names. */
  readonly chooseModel: (name: string) => Promise<ChosenModel>;
  /** The system prompt of an agent: its own instructions, and what every model is told of the project. */
  readonly systemFor: (instructions: string) => string;
}

const TOOL_NAME = 'Agent';

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
    plan: async (
      given,
      {
        caller: {
          place: { cwd, env },
        },
      },
    ) => {
      const read = v.safeParse(Input, given);
      if (!read.success) {
        throw new CommandError('INVALID_INPUT', `Agent cannot read its input: ${read.issues[0].message}`, {
          hint: 'For example: {"prompt":"Find where settings are read, and say which files do."}',
        });
      }
      const { prompt, agent } = read.output;
      const definition = agent === undefined ? undefined : findAgent(definitions, agent);
      const known = definition ? await errandOf(definition, options, { cwd, env }) : { name: 'agent' };
      return {
        // What it does is judged call by call. It stands in nobody's way but that of writers.
        effect: 'inspect',
        touches: [],
        run: async ({ caller, callId }) =>
          toReply(known.name, await runSubagent(parent, { ...known, prompt, callId, caller })),
      };
    },
    forAgent: () => undefined,
  };
}

/** What a definition says of how a task is done. */
export async function errandOf(
  { name, instructions, model, maxTurns, tools, disallowedTools, readOnly }: AgentDefinition,
  { chooseModel, systemFor }: Pick<AgentOptions, 'chooseModel' | 'systemFor'>,
  place: AllowancePlace,
): Promise<Omit<Errand, 'prompt' | 'callId' | 'caller'>> {
  const wish = { who: `the agent ${name}`, allowed: tools, disallowed: disallowedTools, readOnly };
  return {
    name,
    system: () => systemFor(instructions),
    maxTurns,
    ...(await allowanceOf(wish, place)),
    ...(model === undefined ? {} : { chosen: await chooseModel(model) }),
  };
}

/** An agent by its name; one of a plugin also without the plugin's, where only one has it. */
export function findAgent(definitions: readonly AgentDefinition[], wanted: string): AgentDefinition {
  const same = (one: string) => one.toLowerCase() === wanted.toLowerCase();
  const short = definitions.filter(({ name }) => same(name.replace(/^.*:/, '')));
  const found =
    definitions.find(({ name }) => name === wanted) ??
    definitions.find(({ name }) => same(name)) ??
    (short.length === 1 ? short[0] : undefined);
  if (found) return found;
  const names = definitions.map(({ name }) => name);
  throw new CommandError('NOT_FOUND', `There is no agent ${JSON.stringify(wanted)}`, {
    hint: didYouMean(wanted, names, `${names.join(', ') || 'No agents are defined'}; leave agent out.`),
  });
}

function describe(definitions: readonly AgentDefinition[]): string {
  const listed = definitions.map(({ name, description }) => `\n- ${name}: ${description.slice(0, 200)}`);
  return `Gives a task to a subagent with a fresh context and returns its last answer. Several can run in parallel.${listed.join('')}`;
}

function schema(definitions: readonly AgentDefinition[]): Readonly<Record<string, unknown>> {
  const names = definitions.map(({ name }) => name);
  return {
    type: 'object',
    properties: { prompt: { type: 'string' }, ...(names.length > 0 ? { agent: { enum: names } } : {}) },
    required: ['prompt'],
  };
}
