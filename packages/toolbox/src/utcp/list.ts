import type { Run } from '@helve/command';
import { openTools } from './open-tools.ts';
import type { Input, Output } from '../commands/utcp/list.ts';

/** The manuals that are registered, with the names of their tools. */
export const list: Run<Input, Output> = async ({ refresh }, context) => {
  const { tools, manuals } = await openTools(context, refresh ? 'all' : 'unknown');
  try {
    return {
      manuals: manuals.map(({ name, template, scope, source, trusted }) => {
        const registered = tools.manuals.find((manual) => manual.name === name);
        const problem = tools.problemOf(name);
        return {
          name,
          type: template.call_template_type,
          scope,
          source,
          trusted,
          tools: registered?.manual.tools.map((tool) => `${name}.${tool.name}`) ?? [],
          ...(problem ? { problem: [problem.message, problem.hint].filter(Boolean).join('. ') } : {}),
        };
      }),
    };
  } finally {
    await tools.close();
  }
};
