import { type Command, CommandError, didYouMean, type Place, type Registry } from '@helve/command';
import { toolOf } from '@helve/doors';
import { commandTool } from './command-tool.ts';
import type { ModelTool } from './tool.ts';

/** Commands that the model has under names of its own. */
const CORE = [
  'fs read',
  'fs write',
  'fs edit',
  'fs find',
  'fs grep',
  'terminal exec',
  'web fetch',
  'web search',
  'tool script',
];

/**
 * Commands as tools from the first request on, for whoever would rather send more than have the model look for them: those
 * of some modules, or of `all`.
 */
export async function offeredTools(
  registry: Registry,
  modules: readonly string[],
  place: Place,
): Promise<readonly ModelTool[]> {
  if (modules.length === 0) return [];
  const here = await registry.at(place);
  const known = here.modules.map(({ name }) => name);
  const unknown = modules.find((name) => name !== 'all' && !known.includes(name));
  if (unknown !== undefined) {
    throw new CommandError('INVALID_SETTINGS', `offerTools: there is no module ${JSON.stringify(unknown)}`, {
      hint: didYouMean(unknown, known, `There are: all, ${known.join(', ')}.`),
    });
  }
  const wanted = modules.includes('all') ? known : [...new Set(modules)];
  const commands = await Promise.all(wanted.map((name) => here.commands(name)));
  return commands
    .flat()
    .filter(({ path }: Command) => !CORE.includes(path))
    .map((command) => commandTool(command, toolOf(command)));
}
