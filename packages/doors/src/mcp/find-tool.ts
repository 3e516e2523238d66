import { didYouMean, nearest } from '@helve/command';
import type { OfferedTool } from './offered-tool.ts';

/** Why a name names no tool, for whoever tells the client in the protocol's words. */
export class UnknownTool extends Error {
  readonly data: Readonly<Record<string, unknown>>;

  constructor(name: string, names: readonly string[]) {
    const [suggestion] = nearest(name, names);
    const next = didYouMean(name, names, `There are: ${names.join(', ')}.`);
    super(`There is no tool ${JSON.stringify(name)}. ${next}`);
    this.data = { name, ...(suggestion ? { suggestion } : {}) };
  }
}

export function findTool(tools: readonly OfferedTool[], name: string): OfferedTool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  throw new UnknownTool(
    name,
    tools.map((candidate) => candidate.name),
  );
}
