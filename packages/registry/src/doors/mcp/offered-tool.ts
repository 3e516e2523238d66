import type { ContentPart } from '../../command.ts';
import type { CommandError } from '../../errors.ts';
import type { Caller } from '../../run.ts';

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

/** What a tool gives back, before it takes the protocol's form. */
export type ToolAnswer =
  | {
      readonly ok: true;
      readonly content: string | readonly ContentPart[];
      readonly data?: Readonly<Record<string, unknown>>;
    }
  | { readonly ok: false; readonly error: CommandError };

/** A tool that can be listed and called. */
export interface OfferedTool {
  readonly name: string;
  readonly declare: () => ToolDeclaration;
  readonly call: (input: Readonly<Record<string, unknown>>, caller: Caller) => Promise<ToolAnswer>;
}
