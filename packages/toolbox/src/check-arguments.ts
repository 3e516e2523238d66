import { CommandError, didYouMean } from '@helve/command';
import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isObject, isText, type JsonObject, textsOf } from './json.ts';

/** Arguments that fit a schema, with their defaults and a warning about a schema that cannot be enforced. */
export interface CheckedArguments {
  readonly args: Readonly<Record<string, unknown>>;
  readonly warning?: string;
}

/** What is wrong with arguments, and what the tool takes. */
export interface WrongArguments {
  readonly problems: readonly ArgumentProblem[];
  readonly hint: string;
}

/**
 * Checks a tool's arguments against its JSON Schema and fills in defaults. The arguments themselves stay as they are. A
 * schema that is invalid cannot be enforced; that is a warning, not an error of the caller.
 */
export function inspectArguments(
  tool: string,
  schema: object,
  given: Readonly<Record<string, unknown>>,
): CheckedArguments | WrongArguments {
  const args = structuredClone(given) as Record<string, unknown>;
  const validate = compile(schema);
  if (validate instanceof Error) {
    return {
      args,
      warning: `The schema of ${tool} is not valid (${validate.message}); its arguments were not checked`,
    };
  }
  if (validate(args)) return { args };
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return {
    problems: errors.map((error) => describe(error, Object.keys(propertiesOf(schema)))),
    hint: hintFor(schema, given),
  };
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

const OPTIONS = { allErrors: true, strict: false, useDefaults: true, validateFormats: true, logger: false } as const;
const compiled = new WeakMap<object, ValidateFunction | Error>();

function compile(schema: object): ValidateFunction | Error {
  let found = compiled.get(schema);
  if (!found) {
    found = tryCompile(schema);
    compiled.set(schema, found);
  }
  return found;
}

function tryCompile(schema: object): ValidateFunction | Error {
  const { $schema: dialect, $id: _, ...rest } = schema as Readonly<Record<string, unknown>>;
  // One for each schema: two may define the same names. Which dialects there are besides does not matter to us.
  const ajv = typeof dialect === 'string' && /2019-09|2020-12/.test(dialect) ? new Ajv2020(OPTIONS) : new Ajv(OPTIONS);
  try {
    addFormats.default(ajv);
    return ajv.compile(rest as AnySchema);
  } catch (thrown) {
    return thrown as Error;
  }
}

export interface ArgumentProblem {
  /** The argument, or where in it: `deep.a`. */
  readonly at: string;
  /** What is wrong, to follow that. */
  readonly phrase: string;
}

function describe(error: ErrorObject, known: string[]): ArgumentProblem {
  const { instancePath, keyword, message = 'is not valid', params } = error;
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
    case 'enum':
      return { at, phrase: `must be one of ${list(params.allowedValues)}` };
    default:
      return { at, phrase: message };
  }
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
