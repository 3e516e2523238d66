import {
  type Command,
  CommandError,
  type Module,
  didYouMean,
  type Names,
  type Place,
  type Registry,
  type Tool,
} from '@helve/command';
import { callTool } from '../agent.ts';
import { namedByTool } from '../tool-input.ts';
import type { OfferedTool } from './offered-tool.ts';
import { declareTool } from './tool-schema.ts';

/**
 * The commands of some sets, each as a tool. A set is what commands say in `tool.set`, or all that is in the module of
 * that name; `all` is everything. Where commands of a module name it as their set, they are what is listed of it: the
 * others can be called too.
 */
export async function commandTools(
  ours: Registry,
  place: Place,
  sets: readonly string[],
): Promise<readonly OfferedTool[]> {
  const registry = sets.every((set) => DEFAULT_SETS.has(set)) ? ours : await ours.at(place);
  const wanted = new Set(sets);
  const known = ['all', ...new Set(registry.modules.flatMap(setsOf)), 'line'];
  for (const set of sets) if (!known.includes(set) && !DEFAULT_SETS.has(set)) throw unknownSet(set, known);
  const isWanted = (set: string) => wanted.has('all') || wanted.has(set);
  const modules = registry.modules.filter((module) => setsOf(module).some(isWanted));
  const commands = await Promise.all(modules.map(({ name }) => registry.commands(name)));
  const chosen = new Set(
    commands.flat().flatMap(({ path, tool }) => (tool && path.startsWith(`${tool.set} `) ? tool.set : [])),
  );
  const wantedTools = commands
    .flat()
    .map((command) => ({ command, tool: toolOf(command) }))
    .filter(({ command, tool }) => isWanted(tool.set) || isWanted(moduleOf(command)));
  const nameCall = namedByTool(
    new Map(wantedTools.map(({ command, tool }) => [command.path, tool])),
    (path) => `the helve command ${path}`,
  );
  const tools = wantedTools.map(({ command, tool }) => ({
    guest: registry.module(moduleOf(command))?.source !== undefined,
    minor: command.tool === undefined && chosen.has(moduleOf(command)),
    offered: offer(registry, command, tool, nameCall),
  }));
  const guests = tools.filter(({ guest }) => guest);
  const tooMany = JSON.stringify(guests.map(({ offered }) => offered.declare())).length > GUEST_BUDGET;
  return tools.map(({ guest, minor, offered }) =>
    (guest && tooMany) || minor ? { ...offered, unlisted: true } : offered,
  );
}

function setsOf({ name, sets = [] }: Module): readonly string[] {
  return [...sets, name];
}

/** Characters that the tools of others may take of a list. Where they are more, models find them with ToolSearch. */
const GUEST_BUDGET = 12_000;

/** They may be asked for where no command is in them. */
const DEFAULT_SETS: ReadonlySet<string> = new Set(['cli', 'text']);

/** A command as a tool. One that says nothing of being one: `git status` is GitStatus in the set `git`. */
export function toolOf(command: Command): Tool {
  if (command.tool) return command.tool;
  const name = command.path.replaceAll(/(?:^|[ -])(\w)/g, (_, letter: string) => letter.toUpperCase());
  return { name, set: moduleOf(command), guidance: `${command.summary}.` };
}

function moduleOf({ path }: Command): string {
  return path.slice(0, path.indexOf(' '));
}

function unknownSet(set: string, known: readonly string[]): CommandError {
  return new CommandError('INVALID_INPUT', `There is no set of tools called ${JSON.stringify(set)}`, {
    hint: didYouMean(set, known, `There are: ${known.join(', ')}.`, { ask: 'Did you mean --tools ' }),
    details: { set, known },
  });
}

function offer(registry: Registry, command: Command, tool: Tool, nameCall: NonNullable<Names['call']>): OfferedTool {
  return {
    name: tool.name,
    declare: () => declareTool(command, tool),
    call: (input, caller) => callTool(registry, command, tool, input, caller, nameCall),
  };
}
