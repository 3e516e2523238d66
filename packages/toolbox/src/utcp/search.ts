import type { Run } from '@helve/command';
import { openTools } from './open-tools.ts';
import type { Input, Output } from '../commands/utcp/search.ts';

/** Tools whose name, tags or description fit the words. */
export const search: Run<Input, Output> = async ({ query, tags, limit }, context) => {
  const { tools } = await openTools(context, 'unknown');
  try {
    const found = tools.search(query, { limit, ...(tags ? { anyOfTags: tags } : {}) });
    return {
      tools: found.map(({ registered, tool: { name, description, tags: all } }) => ({
        name: `${registered.name}.${name}`,
        description,
        tags: [...all],
      })),
    };
  } finally {
    await tools.close();
  }
};
