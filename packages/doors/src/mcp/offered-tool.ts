import type { Caller } from '@helve/policy';
import type { ToolAnswer } from '../agent.ts';

/** A tool as clients see it in the list. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: ToolAnnotations;
}

/** JSON Schema of an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Those that are in the list. */
export function listed(tools: readonly OfferedTool[]): readonly OfferedTool[] {
  return tools.filter(({ unlisted }) => !unlisted);
}

/** A tool that can be listed and called. */
export interface OfferedTool {
  readonly name: string;
  /** It is not in the list, which would be too long with it: it is found by searching, and called like any other. */
  readonly unlisted?: true;
  readonly declare: () => ToolDeclaration;
  readonly call: (input: Readonly<Record<string, unknown>>, caller: Caller) => Promise<ToolAnswer>;
}
