import { call as nameOfCall, type Command, CommandError, type Registry, type Run, worded } from '@helve/command';
import { isObject } from '../json.ts';
import { callCommand } from '../tool/call-command.ts';
import { openTools } from './open-tools.ts';
import { splitToolName } from './manual-format.ts';
import type { Input, Output } from '../commands/utcp/call.ts';

/** Calls a tool as the command that it is, so that it is judged as such. */
export const call: Run<Input, Output> = async ({ tool: name, args, detail: wanted }, context) => {
  const [manual] = splitToolName(name);
  const { tools } = await openTools(context, 'unknown', manual);
  const { tool } = tools.find(name);
  await tools.close();
  const command = await commandOf(await context.registry(), manual, tool.name);
  const result = await callCommand(context, name, command, args, wanted ? { detail: true } : {});
  if (!isObject(result) || !('value' in result)) return { tool: name, value: result };
  return { tool: name, value: result.value, ...(wanted ? { detail: result.detail } : {}) };
};

/** The command that a tool is, in the module of its manual: a manual may be called like a module of ours. */
async function commandOf(registry: Registry, manual: string, tool: string): Promise<Command> {
  const module = registry.modules.find(({ source, origin }) => source === 'utcp' && origin?.name === manual);
  const action = module?.origin?.actions.get(tool);
  if (module && action !== undefined) return registry.get(`${module.name} ${action}`);
  throw new CommandError('UNAVAILABLE', `${manual}.${tool} was removed in the meantime`, {
    hint: worded`See: ${nameOfCall('utcp list')}`,
  });
}
