import type { Run } from '@helve/command';
import { describeCommand } from '@helve/command/host';
import { ToolIndex } from '../utcp/rank-tools.ts';
import { allTools } from './commands.ts';
import { readUnknown } from './read-unknown.ts';
import type { Input, Output } from '../commands/tool/search.ts';

/** Finds tools of every source by words, with all that is needed to call them. */
export const search: Run<Input, Output> = async ({ query, source, limit }, context) => {
  for (const problem of await readUnknown(context, false)) context.warn(problem);
  const tools = await allTools(context, source);
  const index = new ToolIndex(
    tools.map((tool) => ({
      ...tool,
      description: `${tool.command.summary} ${tool.command.tool?.guidance ?? ''}`,
      tags: [tool.source],
    })),
  );
  return {
    tools: index.search(query, { limit }).map(({ name, source: where, command }) => ({
      name,
      source: where,
      description: command.tool?.guidance ?? command.summary,
      inputs: { ...describeCommand(command).input },
    })),
  };
};
