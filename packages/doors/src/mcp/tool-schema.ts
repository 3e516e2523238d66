import type { Command, Effect, Tool } from '@helve/command';
import { describeCommand, greatestEffect } from '@helve/command/host';
import { neededParameters, offeredParameters } from '../tool-input.ts';
import type { ObjectSchema, ToolAnnotations, ToolDeclaration } from './offered-tool.ts';

/** A command's declaration as a tool. Lists are read by models that pay for each word: what says nothing is left out. */
export function declareTool(command: Command, tool: Tool): ToolDeclaration {
  const { input, output } = describeCommand(command);
  const outputSchema = leanOutput(output as Schema);
  return {
    name: tool.name,
    description: tool.guidance,
    // What came as JSON Schema is given on as it is: it may refer to parts of itself.
    inputSchema:
      'jsonSchema' in command.input.source
        ? { ...command.input.source.jsonSchema, type: 'object' }
        : leanInput(command, tool, input as Schema),
    ...(outputSchema ? { outputSchema } : {}),
    annotations: annotate(greatestEffect(command), command.additive),
  };
}

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

function leanInput(command: Command, tool: Tool, { properties = {} }: Schema): ObjectSchema {
  const offered = offeredParameters(command, tool);
  const names = [...offered];
  const needed = neededParameters(command, tool).map(({ name }) => offered.get(name));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map(([name, shown]) => [shown, leanParameter(properties[name] ?? {})])),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}

function leanParameter(schema: Schema): Schema {
  const says = Object.entries(schema).filter(
    ([keyword, value]) =>
      !['minLength', 'propertyNames', 'short'].includes(keyword) && !(keyword === 'default' && value === false),
  );
  return Object.fromEntries(says);
}

/** The names and types of what always comes back; the rest shows itself. Only objects have a schema. */
function leanOutput({ type, properties = {}, required = [], anyOf }: Schema): ObjectSchema | undefined {
  if (type !== 'object') return anyOf?.every((one) => one.type === 'object') ? { type: 'object' } : undefined;
  const always = Object.entries(properties).filter(([name]) => required.includes(name));
  return { type: 'object', properties: Object.fromEntries(always.map(([name, schema]) => [name, typeOf(schema)])) };
}

function typeOf({ type, anyOf = [] }: Schema): Schema {
  if (type !== undefined) return { type };
  const types = anyOf.map((one) => one.type);
  return types.length > 0 && types.every((one) => typeof one === 'string') ? { type: types } : {};
}

/** What the protocol takes for granted is left out: a tool that does not only read may destroy, and reach anything. */
export function annotate(effect: Effect, additive = false): ToolAnnotations {
  if (effect === 'inspect') return { readOnlyHint: true, openWorldHint: false };
  return { readOnlyHint: false, destructiveHint: !additive, ...(effect === 'modify' ? { openWorldHint: false } : {}) };
}
