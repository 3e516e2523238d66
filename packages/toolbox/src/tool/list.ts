import type { Run } from '@helve/command';
import { allTools } from './commands.ts';
import { readUnknown } from './read-unknown.ts';

export interface ToolListInput {
  readonly source?: string | undefined;
  readonly refresh: boolean;
}

export interface ToolList {
  readonly tools: { readonly name: string; readonly source: string; readonly description: string }[];
  /** Sources whose tools are not known, and why. */
  readonly problems: string[];
}

export const list: Run<ToolListInput, ToolList> = async ({ source, refresh }, context) => {
  const problems = await readUnknown(context, refresh);
  const tools = await allTools(context, source);
  return {
    tools: tools.map(({ name, source: where, command }) => ({ name, source: where, description: command.summary })),
    problems: [...problems],
  };
};
