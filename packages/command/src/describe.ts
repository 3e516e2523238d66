import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { type Command, type Effect, greatestEffect } from './command.ts';

/** A command as data, for whoever cannot call it in TypeScript. */
export interface Description {
  readonly path: string;
  readonly summary: string;
  readonly effect: Effect;
  readonly input: object;
  readonly output: object;
  readonly examples: readonly string[];
}

/** Describes a command with JSON Schemas of what goes in and what comes out. */
export function describeCommand(command: Command): Description {
  const { path, summary, examples, input, output } = command;
  const { source } = input;
  return {
    path,
    summary,
    effect: greatestEffect(command),
    input: 'jsonSchema' in source ? source.jsonSchema : { ...jsonSchema(source.valibot), additionalProperties: false },
    output: jsonSchema(output),
    examples,
  };
}

function jsonSchema(schema: v.GenericSchema): object {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema: made }) => {
      // Ours say more than JSON Schema has words for; the range of a number is what it does have.
      if (valibotAction.type === 'metadata') {
        const { min, max } = (valibotAction as unknown as { metadata: { min?: number; max?: number } }).metadata;
        const standard = Object.entries(made).filter(([keyword]) => !OUR_WORDS.has(keyword));
        return {
          ...Object.fromEntries(standard),
          ...(min === undefined ? {} : { minimum: min }),
          ...(max === undefined ? {} : { maximum: max }),
        };
      }
      if (valibotAction.type === 'safe_integer') {
        const { minimum: _least, maximum: _greatest, ...rest } = made;
        return { ...rest, type: 'integer' };
      }
      return undefined;
    },
  });
  return rest;
}

/** What `ParameterMeta` may hold. */
const OUR_WORDS: ReadonlySet<string> = new Set([
  'also',
  'access',
  'shell',
  'large',
  'bytes',
  'orText',
  'stdinFlag',
  'min',
  'max',
]);
