import type { Run } from '@helve/command';
import type { Scope } from './configured.ts';
import { openTools } from './open-tools.ts';

export interface ListInput {
  readonly refresh: boolean;
}

export interface Listed {
  readonly manuals: {
    readonly name: string;
    readonly type: string;
    readonly scope: Scope;
    readonly source: string;
    readonly trusted: boolean;
    readonly tools: string[];
    /** Why it has none. */
    readonly problem?: string;
  }[];
}

/** The manuals that are registered, with the names of their tools. */
export const list: Run<ListInput, Listed> = async ({ refresh }, context) => {
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
