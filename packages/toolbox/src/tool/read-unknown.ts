import { type Context, toCommandError } from '@helve/command';
import { configuredServers } from '../mcp/configured-servers.ts';
import { openTools } from '../utcp/open-tools.ts';

/**
 * Asks those manuals and servers for their tools that were never asked, or all, so that the registry knows them from then
 * on. Gives what is in the way of the others.
 */
export async function readUnknown(context: Context, all: boolean): Promise<readonly string[]> {
  const [manuals, servers] = await Promise.all([readManuals(context, all), readServers(context, all)]);
  return [...manuals, ...servers];
}

async function readManuals(context: Context, all: boolean): Promise<readonly string[]> {
  const { tools, manuals } = await openTools(context, all ? 'all' : 'unknown');
  await tools.close();
  return manuals.flatMap(({ name }) => {
    const problem = tools.problemOf(name);
    return problem ? [`${name}: ${problem.message}. ${problem.hint ?? ''}`.trim()] : [];
  });
}

async function readServers(context: Context, all: boolean): Promise<readonly string[]> {
  if ((await configuredServers(context)).length === 0) return [];
  try {
    const { command } = await import('../commands/mcp/tools.ts');
    const { toolboxes } = (await context.call(command, all ? { refresh: true } : {})) as {
      readonly toolboxes: readonly { readonly toolbox: string; readonly problem?: string }[];
    };
    return toolboxes.flatMap(({ toolbox, problem }) => (problem === undefined ? [] : [`${toolbox}: ${problem}`]));
  } catch (thrown) {
    return [toCommandError(thrown).message];
  }
}
