import { describeCommand, type Run } from '@helve/command';
import { ToolIndex } from '../utcp/search.ts';
import { allTools } from './commands.ts';
import { readUnknown } from './read-unknown.ts';

export interface ToolSearchInput {
  readonly query: string;
  readonly source?: string | undefined;
  readonly limit: number;
}

export interface ToolSearchResult {
  readonly tools: {
    readonly name: string;
    readonly source: string;
    readonly description: string;
    /** What it takes, so that the next step can be to call it. */
    readonly inputs: Record<string, unknown>;
  }[];
}

/** Finds tools of every source by words, with all that is needed to call them. */
export const search: Run<ToolSearchInput, ToolSearchResult> = async ({ query, source, limit }, context) => {
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
