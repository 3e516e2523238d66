import { CommandError, didYouMean } from '@helve/command';
import type { ErrorObject } from 'ajv';
import { isObject, isText, type JsonObject, textsOf } from './json.ts';
import { compileSchema, type Unreadable } from './schema-dialect.ts';

/** Arguments that fit a schema, with their defaults. */
export interface CheckedArguments {
  readonly args: Readonly<Record<string, unknown>>;
}

/** What is wrong with arguments, and what the tool takes. */
export interface WrongArguments {
  readonly problems: readonly ArgumentProblem[];
  readonly hint: string;
}

/**
 * Checks a tool's arguments against its JSON Schema and fills in defaults. The arguments themselves stay as they are. A
 * schema that cannot be read cannot be enforced, so the tool cannot be called.
 */
export function inspectArguments(
  tool: string,
  schema: object,
  given: Readonly<Record<string, unknown>>,
): CheckedArguments | WrongArguments {
  const args = structuredClone(given) as Record<string, unknown>;
  const validate = compile(schema);
  if (typeof validate !== 'function') {
    throw new CommandError(
      'INVALID_INPUT',
      `${tool} cannot be called: its schema cannot be read (${showUnreadable(validate)})`,
      {
        hint: 'Its arguments could not be checked. Report it to the author of the tool.',
        retry: 'never',
        details: { tool, at: validate.at },
      },
    );
  }
  if (validate(args)) return { args };
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return {
    problems: errors.map((error) => describe(error, Object.keys(propertiesOf(schema)))),
    hint: hintFor(schema, given),
  };
}

export function showUnreadable({ at, message }: Unreadable): string {
  return at === '' ? message : `${at}: ${message}`;
}

/** The same for arguments that are no command's input. Throws INVALID_INPUT. */
export function checkArguments(
  tool: string,
  schema: object,
  given: Readonly<Record<string, unknown>>,
): CheckedArguments {
  const checked = inspectArguments(tool, schema, given);
  if ('args' in checked) return checked;
  const problems = checked.problems.map(({ at, phrase }) => ({
    parameter: at,
    message: `${at || 'the arguments'} ${phrase}`,
  }));
  const said = [...new Set(problems.map(({ message }) => message))];
  throw new CommandError('INVALID_INPUT', `${tool}: ${said.slice(0, MOST_TOLD).join('; ')}`, {
    hint: checked.hint,
    details: { problems },
  });
}

const MOST_TOLD = 5;

const compiled = new WeakMap<object, ReturnType<typeof compileSchema>>();

function compile(schema: object): ReturnType<typeof compileSchema> {
  let found = compiled.get(schema);
  if (!found) {
    found = compileSchema(schema);
    compiled.set(schema, found);
  }
  return found;
}

/** What in a schema cannot be read; `undefined` if it can be enforced. */
export function unreadablePart(schema: object): Unreadable | undefined {
  const found = compile(schema);
  return typeof found === 'function' ? undefined : found;
}

export interface ArgumentProblem {
  /** The argument, or where in it: `deep.a`. */
  readonly at: string;
  /** What is wrong, to follow that. */
  readonly phrase: string;
}

function describe(error: ErrorObject, known: string[]): ArgumentProblem {
  const { instancePath, keyword, message = 'is not valid', params, data } = error;
  const at = instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const below = (name: unknown) => [at, String(name)].filter(Boolean).join('.');
  switch (keyword) {
    case 'required':
      return { at: below(params.missingProperty), phrase: 'is missing' };
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      const ask = at === '' ? didYouMean(name, known, '', { ask: ', did you mean ' }) : '';
      return { at: below(name), phrase: `is not known${ask}` };
    }
    case 'type':
      return { at, phrase: `must be ${[params.type].flat().join(' or ')}, not ${shown(data)}` };
    case 'enum':
      return { at, phrase: `must be one of ${list(params.allowedValues)}` };
    default:
      return { at, phrase: message };
  }
}

/** A value as our own errors show it. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'Array';
  return typeof value === 'object' && value !== null ? 'Object' : JSON.stringify(value);
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : '';
}

/** What the tool takes, in a sentence. */
function hintFor(schema: object, given: object): string {
  const required = textsOf((schema as JsonObject).required);
  const takes = Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const type = isObject(property) && isText(property.type) ? `: ${property.type}` : '';
    return `${name}${required.includes(name) ? '' : '?'}${type}`;
  });
  if (takes.length > 0) return `It takes ${takes.slice(0, MOST_NAMED).join(', ')}.`;
  return Object.keys(given).length > 0 ? 'It takes no arguments.' : 'See its schema.';
}

const MOST_NAMED = 20;

function propertiesOf(schema: object): JsonObject {
  const { properties } = schema as JsonObject;
  return isObject(properties) ? properties : {};
}
