import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { BoundedPattern } from './bounded-pattern.ts';
import { isObject, isText, type JsonObject } from './json.ts';

/** A place in a schema that cannot be read, so that the schema cannot be enforced. */
export interface Unreadable {
  /** As a path: `properties.city.pattern`. */
  readonly at: string;
  readonly message: string;
}

const OPTIONS = {
  allErrors: true,
  verbose: true,
  strict: false,
  useDefaults: true,
  validateFormats: true,
  logger: false,
  code: { regExp: Object.assign((pattern: string) => new BoundedPattern(readPattern(pattern)), { code: 'pattern' }) },
  // 19.99 / 0.01 is 1998.9999999999998.
  multipleOfPrecision: 9,
} as const;

type Dialect = '4' | '7' | '2019' | '2020';

/** Makes a check of a schema, by the rules of the draft that it is written in; or tells what in it cannot be read. */
export function compileSchema(schema: object): ValidateFunction | Unreadable {
  const { $schema: named, ...written } = schema as JsonObject;
  const { $id: _id, id: _oldId, ...rest } = written;
  const dialect = dialectOf(isText(named) ? named : undefined, rest);
  const badPattern = findBadPattern(rest, []);
  if (badPattern) return badPattern;
  const older = isText(named) && /draft-0[34567]/.test(named);
  const single = older ? withoutNeighbours(rest) : rest;
  const ready = dialect === '4' ? fromDraft4(single) : single;
  // One for each schema: two may define the same names.
  const ajv = dialect === '2020' ? new Ajv2020(OPTIONS) : dialect === '2019' ? new Ajv2019(OPTIONS) : new Ajv(OPTIONS);
  try {
    addFormats.default(ajv);
    if (ajv.validateSchema(ready as AnySchema) !== true) return firstError(ajv.errors ?? []);
    return ajv.compile(ready as AnySchema);
  } catch (thrown) {
    return { at: '', message: (thrown as Error).message };
  }
}

/** The draft that a schema names; else the one whose words it uses; else the newest. */
function dialectOf(named: string | undefined, schema: unknown): Dialect {
  const [, found] = /(draft-0[34]|draft-0[67]|2019-09|2020-12)/.exec(named ?? '') ?? [];
  if (found !== undefined)
    return /draft-0[34]/.test(found) ? '4' : /draft/.test(found) ? '7' : found === '2019-09' ? '2019' : '2020';
  if (uses(schema, (node) => typeof node.exclusiveMinimum === 'boolean' || typeof node.exclusiveMaximum === 'boolean'))
    return '4';
  if (uses(schema, (node) => Array.isArray(node.items) || 'additionalItems' in node || 'dependencies' in node))
    return '7';
  return '2020';
}

function uses(value: unknown, test: (node: JsonObject) => boolean): boolean {
  if (Array.isArray(value)) return value.some((each) => uses(each, test));
  if (!isObject(value)) return false;
  return test(value) || Object.values(value).some((each) => uses(each, test));
}

/** Up to draft 7, keywords beside a reference are ignored. The definitions that references lead to stay. */
function withoutNeighbours(value: unknown, isList = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutNeighbours(each));
  if (!isObject(value)) return value;
  const alone = isText(value.$ref) && !isList;
  const kept = Object.entries(value).filter(([key]) => !alone || /^(\$ref|definitions|\$defs|\$id|id)$/.test(key));
  return Object.fromEntries(
    kept.map(([key, each]) => {
      const names = /^(properties|patternProperties|definitions|\$defs|dependencies)$/.test(key) && !isList;
      return [key, DATA.has(key) && !isList ? each : withoutNeighbours(each, names)];
    }),
  );
}

/** In draft 4 a limit is exclusive by a second keyword, and a schema is named by `id`. */
function fromDraft4(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromDraft4);
  if (!isObject(value)) return value;
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = value;
  const limit = (name: string, bound: unknown, exclusive: unknown) => {
    const key = exclusive === true ? `exclusive${name[0]?.toUpperCase()}${name.slice(1)}` : name;
    return bound === undefined ? {} : { [key]: bound };
  };
  const plain = Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [key, DATA.has(key) ? each : fromDraft4(each)]),
  );
  if (typeof exclusiveMinimum === 'object' || typeof exclusiveMaximum === 'object') return value;
  return { ...plain, ...limit('minimum', minimum, exclusiveMinimum), ...limit('maximum', maximum, exclusiveMaximum) };
}

/** Keywords whose values are data. */
const DATA: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples']);

/** Patterns are those of JavaScript. Many authors escape more than is allowed where characters are Unicode. */
function readPattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

function findBadPattern(value: unknown, path: readonly (string | number)[]): Unreadable | undefined {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      const found = findBadPattern(each, [...path, index]);
      if (found) return found;
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const isList = path.at(-1) === 'properties' || path.at(-1) === '$defs' || path.at(-1) === 'definitions';
  for (const [key, each] of Object.entries(value)) {
    if (DATA.has(key) && !isList) continue;
    const patterns = isList
      ? []
      : key === 'pattern'
        ? [each]
        : key === 'patternProperties' && isObject(each)
          ? Object.keys(each)
          : [];
    for (const pattern of patterns) {
      const message = typeof pattern === 'string' ? problemOf(pattern) : 'is not text';
      if (message !== undefined) return { at: pathText([...path, key]), message };
    }
    const found = findBadPattern(each, [...path, key]);
    if (found) return found;
  }
  return undefined;
}

function problemOf(pattern: string): string | undefined {
  try {
    readPattern(pattern);
    return undefined;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

function firstError([error]: readonly ErrorObject[]): Unreadable {
  const path = (error?.instancePath ?? '')
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return { at: pathText(path), message: error?.message ?? 'is not valid' };
}

function pathText(path: readonly (string | number)[]): string {
  return path
    .map((part) => (typeof part === 'number' || /^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}
