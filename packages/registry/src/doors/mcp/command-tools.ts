import { boundText } from '../../bound.ts';
import type { Command, ContentPart, Tool } from '../../command.ts';
import { CommandError, toCommandError } from '../../errors.ts';
import { nearest } from '../../nearest.ts';
import type { Registry } from '../../registry.ts';
import type { Caller } from '../../run.ts';
import { answer, type Success } from '../answer.ts';
import type { OfferedTool, ToolAnswer } from './offered-tool.ts';
import { inputFromArguments, inToolWords } from './tool-input.ts';
import { declareTool } from './tool-schema.ts';

/**
 * The commands of some sets, each as a tool. A set is what commands say in `tool.set`, or all that is in the module of
 * that name; `all` is everything.
 */
export async function commandTools(registry: Registry, sets: readonly string[]): Promise<readonly OfferedTool[]> {
  const all = (await registry.commands()).map((command) => ({ command, tool: command.tool ?? deriveTool(command) }));
  const known = ['all', ...new Set(all.flatMap(({ command, tool }) => [tool.set, moduleOf(command)])), 'line'];
  const wanted = new Set(sets);
  for (const set of sets) if (!known.includes(set) && !DEFAULT_SETS.has(set)) throw unknownSet(set, known);
  return all
    .filter(({ command, tool }) => wanted.has('all') || wanted.has(tool.set) || wanted.has(moduleOf(command)))
    .map(({ command, tool }) => offer(registry, command, tool));
}

/** They may be asked for where no command is in them. */
const DEFAULT_SETS: ReadonlySet<string> = new Set(['cli', 'text']);

/** A command that says nothing of being a tool, as one: `git status` is GitStatus in the set `git`. */
function deriveTool(command: Command): Tool {
  const name = command.path.replaceAll(/(?:^|[ -])(\w)/g, (_, letter: string) => letter.toUpperCase());
  return { name, set: moduleOf(command), guidance: `${command.summary}.` };
}

function moduleOf({ path }: Command): string {
  return path.slice(0, path.indexOf(' '));
}

function unknownSet(set: string, known: readonly string[]): CommandError {
  const [suggestion] = nearest(set, known);
  return new CommandError('INVALID_INPUT', `There is no set of tools called ${JSON.stringify(set)}`, {
    hint: suggestion ? `Did you mean --tools ${suggestion}?` : `There are: ${known.join(', ')}.`,
    details: { set, known },
  });
}

function offer(registry: Registry, command: Command, tool: Tool): OfferedTool {
  return {
    name: tool.name,
    declare: () => declareTool(command, tool),
    call: (input, caller) => call(registry, command, tool, input, caller),
  };
}

async function call(
  registry: Registry,
  command: Command,
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  caller: Caller,
): Promise<ToolAnswer> {
  try {
    const input = inputFromArguments(command, tool, given);
    const answered = await answer(
      registry,
      { kind: 'command', command, input, sources: [], globals: {}, warnings: [] },
      caller,
    );
    if (!answered.ok) return { ok: false, error: inToolWords(command, tool, answered.error) };
    return { ok: true, content: await contentOf(answered, caller), ...dataOf(answered.data) };
  } catch (thrown) {
    return { ok: false, error: toCommandError(thrown) };
  }
}

async function contentOf(answered: Success, caller: Caller): Promise<string | readonly ContentPart[]> {
  const content = answered.model();
  const notes = answered.warnings.map((warning) => `Warning: ${warning}`).join('\n');
  if (typeof content !== 'string') return [...content, ...(notes ? [{ text: notes }] : [])];
  const bounded = await boundText(content, { home: caller.home, now: caller.now ?? Date.now });
  return [bounded, notes].filter(Boolean).join('\n\n');
}

function dataOf(data: unknown): { readonly data?: Readonly<Record<string, unknown>> } {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? { data: { ...data } } : {};
}
