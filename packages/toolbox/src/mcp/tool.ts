import * as v from 'valibot';
import { isObject } from '../json.ts';
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

/** A tool as a server describes it, with what we use of it; or what is wrong with it. */
export function readMcpTool(given: unknown): McpTool | string {
  if (!isObject(given) || typeof given.name !== 'string' || given.name === '') return 'a tool has no name';
  const { name, title, description, inputSchema, outputSchema, annotations } = given;
  if (!isObject(inputSchema)) return `${name} has no inputSchema`;
  return {
    name,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    inputSchema: { ...inputSchema },
    ...(isObject(outputSchema) ? { outputSchema: { ...outputSchema } } : {}),
    ...(isObject(annotations) ? { annotations: { ...annotations } } : {}),
  };
}
