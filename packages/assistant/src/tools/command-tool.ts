import {
  type Command,
  type Effect,
  effectOf,
  type Parameter,
  parametersOf,
  type Registry,
  resolvePath,
  type Tool,
} from '@helve/command';
import { greatestEffect } from '@helve/command/host';
import { callTool, inputFromArguments, neededParameters, offeredParameters } from '@helve/doors';
import { touchesOf } from '@helve/policy';
import { nameCall } from './core-names.ts';
import { failed, toParts } from './reply.ts';
import type { ModelTool, ToolReply } from './tool.ts';

export interface CommandToolOptions {
  /** Whether a result that the command gave is one that the model should take for a failure. */
  readonly failedWith?: (data: Readonly<Record<string, unknown>>) => boolean;
  /** The exit code of the program that the command ran to its end. */
  readonly exitCode?: (data: Readonly<Record<string, unknown>>) => number | undefined;
}

/** A command, by its path in the registry or itself, as a tool: its parameters, its policy, its rendering for models. */
export function commandTool(which: string | Command, tool: Tool, options: CommandToolOptions = {}): ModelTool {
  const find = async (registry: Registry) => (typeof which === 'string' ? registry.get(which) : which);
  return {
    name: tool.name,
    declare: async (registry) => ({
      name: tool.name,
      description: tool.guidance,
      inputSchema: inputSchema(await find(registry), tool),
    }),
    command: async (given, { registry }) => {
      const command = await find(registry);
      return { command, input: inputFromArguments(command, tool, given) };
    },
    plan: async (given, { registry, caller }) => {
      const command = await find(registry);
      const input = inputFromArguments(command, tool, given);
      return {
        effect: mostEffect(command, input),
        touches: touchesOf(command, input, (touched) => resolvePath(caller.place, touched)),
        run: async (place): Promise<ToolReply> => {
          const answer = await callTool(place.registry, command, tool, given, place.caller, nameCall);
          if (!answer.ok) return failed(answer.error);
          const { data = {}, content, brief } = answer;
          const exitCode = options.exitCode?.(data);
          return {
            content: toParts(content),
            outcome: options.failedWith?.(data) ? 'error' : 'ok',
            brief,
            ...(exitCode === undefined ? {} : { exitCode }),
          };
        },
      };
    },
  };
}

/** What the command may do at most: its input was not validated yet. */
function mostEffect(command: Command, input: object): Effect {
  try {
    return effectOf(command, input);
  } catch {
    return greatestEffect(command);
  }
}

/** JSON Schema of a tool's input, in few words: it is sent with every request. */
function inputSchema(command: Command, tool: Tool): Readonly<Record<string, unknown>> {
  const offered = offeredParameters(command, tool);
  const parameters = parametersOf(command).filter(({ name }) => offered.has(name));
  const shown = ({ name }: Parameter) => offered.get(name) ?? name;
  const required = neededParameters(command, tool).map(shown);
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [shown(parameter), schemaOf(parameter)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function schemaOf({ type, list, options, description }: Parameter): object {
  const says = { description };
  if (type === 'choice') return { enum: options, ...says };
  if (list === 'texts') return { type: 'array', items: { type: 'string' }, ...says };
  // Whatever is more than that is for lines: no core tool offers it.
  return { type: type === 'json' ? (list ? 'array' : 'object') : type, ...says };
}
