import type { Run } from '@helve/command';
import { allTools } from './commands.ts';
import { readUnknown } from './read-unknown.ts';
import type { Input, Output } from '../commands/tool/list.ts';

export const list: Run<Input, Output> = async ({ source, refresh }, context) => {
  const problems = await readUnknown(context, refresh);
  const tools = await allTools(context, source);
  return {
    tools: tools.map(({ name, source: where, command }) => ({ name, source: where, description: command.summary })),
    problems: [...problems],
  };
};
