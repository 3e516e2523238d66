import type { Tool } from '@modelcontextprotocol/client';
import * as v from 'valibot';
import type { JsonSchema } from '../utcp/manual-format.ts';

/** A tool as its server describes it. Nothing in it is trusted: hints such as readOnlyHint are only shown. */
export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

const Schema = v.record(v.string(), v.unknown());

/** The same, to check what was written down and to say what a command gives. */
export const mcpToolShape = v.object({
  name: v.string(),
  title: v.exactOptional(v.string()),
  description: v.exactOptional(v.string()),
  inputSchema: Schema,
  outputSchema: v.exactOptional(Schema),
  annotations: v.exactOptional(Schema),
});

/** A tool as the SDK gives it, with what we use of it. */
export function toMcpTool({ name, title, description, inputSchema, outputSchema, annotations }: Tool): McpTool {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: { ...inputSchema },
    ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema } }),
    ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
  };
}
