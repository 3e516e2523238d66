import type { Run } from '@helve/command';
import type { UtcpTool } from './manual.ts';
import { splitToolName } from './names.ts';
import { openTools } from './open-tools.ts';
import type { FoundTool } from './repository.ts';

export interface SearchInput {
  readonly query: string;
  readonly tags?: readonly string[] | undefined;
  readonly limit: number;
}

export interface SearchResult {
  readonly tools: { readonly name: string; readonly description: string; readonly tags: string[] }[];
}

/** Tools whose name, tags or description fit the words. */
export const search: Run<SearchInput, SearchResult> = async ({ query, tags, limit }, context) => {
  const { tools } = await openTools(context, 'unknown');
  try {
    const found = tools.search(query, { limit, ...(tags ? { anyOfTags: tags } : {}) });
    return {
      tools: found.map(({ registered, tool }) => ({ ...brief(tool), name: `${registered.name}.${tool.name}` })),
    };
  } finally {
    await tools.close();
  }
};

export interface InfoInput {
  readonly tool: string;
}

export interface Info {
  readonly name: string;
  readonly description: string;
  readonly tags: string[];
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, unknown>;
  readonly protocol: string;
  readonly manual: string;
  /** Variables that it needs and that have no value. */
  readonly missingVariables: string[];
}

/** All there is to know of a tool before calling it. */
export const info: Run<InfoInput, Info> = async ({ tool: name }, context) => {
  const [manual] = splitToolName(name);
  const { tools } = await openTools(context, 'unknown', manual);
  try {
    const found = tools.find(name);
    return describe(name, found, await tools.missingVariables(manual, found.tool));
  } finally {
    await tools.close();
  }
};

function describe(name: string, { registered, tool }: FoundTool, missingVariables: readonly string[]): Info {
  return {
    ...brief(tool),
    name,
    inputs: { ...tool.inputs },
    outputs: { ...tool.outputs },
    protocol: tool.tool_call_template.call_template_type,
    manual: registered.name,
    missingVariables: [...missingVariables],
  };
}

function brief({ description, tags }: UtcpTool): { readonly description: string; readonly tags: string[] } {
  return { description, tags: [...tags] };
}
