import {
  call,
  type Command,
  CommandError,
  type Context,
  didYouMean,
  nearest,
  type Registry,
  worded,
} from '@helve/command';
import { utcpName } from '@helve/doors';

/** A command as something that can be called by one name: `fs.read`, `weather.forecast`. */
export interface CallableTool {
  readonly name: string;
  /** Where it lives: in helve itself, in a UTCP manual, or in an MCP server. */
  readonly source: string;
  readonly command: Command;
}

/** Every tool there is where the caller stands. */
export async function allTools(context: Context, source?: string): Promise<readonly CallableTool[]> {
  const registry = await context.registry();
  const modules = registry.modules.filter((module) => source === undefined || (module.source ?? 'helve') === source);
  const lists = await Promise.all(
    modules.map(async (module) =>
      (await registry.commands(module.name)).map((command) => ({
        name: utcpName(command.path),
        source: module.source ?? 'helve',
        command,
      })),
    ),
  );
  return lists.flat();
}

/** The command of a tool's name; `fs read` and `fs.read` are the same. */
export async function findTool(registry: Registry, name: string): Promise<CallableTool> {
  const wanted = name.trim().replaceAll(/\s+/g, ' ');
  const [moduleName = ''] = wanted.split(/[ .]/);
  const module = registry.module(moduleName);
  const commands = module ? await registry.commands(moduleName) : [];
  const own = module?.origin?.actions.get(name.trim().slice(moduleName.length + 1));
  const path = own === undefined ? wanted : `${moduleName} ${own}`;
  const command = commands.find((each) => each.path === path || utcpName(each.path) === path);
  if (module && command) return { name: utcpName(command.path), source: module.source ?? 'helve', command };
  const names = module ? commands.map(({ path }) => utcpName(path)) : registry.modules.map((each) => each.name);
  const written = module ? utcpName(wanted) : moduleName;
  const [suggestion] = nearest(written, names);
  throw new CommandError('NOT_FOUND', `There is no tool ${JSON.stringify(name)}`, {
    hint: didYouMean(written, names, worded`Look for it: ${call('tool search', { query: 'WORDS' })}`),
    details: { tool: name, ...(suggestion ? { suggestion } : {}) },
  });
}
