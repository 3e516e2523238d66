/**
 * The words in which commands declare their parameters. Each is a valibot schema with a description, so types are
 * inferred and JSON Schema is derived; the metadata tells the doors and the policy what a schema alone cannot.
 */
import * as v from 'valibot';

/** What a command does to a path that it is given. */
export type Access = 'read' | 'write';

export type JsonType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

export interface ParameterMeta {
  /** Other names under which the parameter is accepted. */
  readonly also?: readonly string[];
  /** One letter that says the same on a line, behind one dash. */
  readonly short?: string;
  /** The value is a path (or a list of them) that the policy must judge. */
  readonly access?: Access;
  /** The value is an address on the web, whose domain the policy must judge. */
  readonly url?: boolean;
  /** The value is a shell command line: the policy judges every command in it. */
  readonly shell?: boolean;
  /** The value may be long: the doors accept `@file` and `-` for it. */
  readonly large?: boolean;
  /** A large value may have bytes that are not UTF-8: see `bytesToText`. */
  readonly bytes?: boolean;
  /** A JSON value may also be plain text: text that is not JSON of one of these types is the value as it stands. */
  readonly orText?: readonly JsonType[];
  /** A flag without a value that says the same as `-` for a large value, where a contract has one. */
  readonly stdinFlag?: string;
  /** The flag may be repeated: `all` makes a list of its values, each one text; with `last` the last one counts. */
  readonly repeats?: 'all' | 'last';
  /** The flag is only ever given or not: the next word is not its value, and there is no `--no-…`. */
  readonly alone?: boolean;
  /** The least and the greatest number that is accepted. */
  readonly min?: number;
  readonly max?: number;
}

/** Any text, kept exactly as it was given. */
export function text(description: string, meta: ParameterMeta = {}) {
  return v.pipe(v.string(), v.description(description), v.metadata({ ...meta }));
}

/** The path of a file or folder; relative ones start at the working directory, `~/` at the user's home. */
export function path(access: Access, description: string, meta: ParameterMeta = {}) {
  return v.pipe(
    v.string(),
    v.minLength(1, 'may not be empty'),
    v.check((value) => !value.includes('\0'), 'may not contain a NUL byte'),
    v.description(description),
    v.metadata({ ...meta, access }),
  );
}

/** A list of paths. */
export function paths(access: Access, description: string, meta: ParameterMeta = {}) {
  return v.pipe(v.array(path(access, 'A path')), v.description(description), v.metadata({ ...meta, access }));
}

/** An address on the web: rules may name its domain. */
export function url(description: string, meta: ParameterMeta = {}) {
  return v.pipe(
    v.string(),
    v.check(
      (value) => /^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : ''),
      'must be a http(s) address',
    ),
    v.description(description),
    v.metadata({ ...meta, url: true }),
  );
}

/** A command line for a shell. */
export function shellLine(description: string, meta: ParameterMeta = {}) {
  return text(description, { ...meta, shell: true, large: true });
}

/** A whole number. */
export function integer(description: string, range: ParameterMeta = {}) {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range;
  return v.pipe(
    v.number(),
    v.safeInteger('must be a whole number'),
    v.check((value) => value >= min, `must be at least ${min}`),
    v.check((value) => value <= max, `must be at most ${max}`),
    v.description(description),
    v.metadata({ ...range }),
  );
}

/** On or off, off unless given. */
export function flag(description: string, meta: ParameterMeta = {}) {
  return v.optional(v.pipe(v.boolean(), v.description(description), v.metadata({ ...meta })), false);
}

/** On or off, on unless `--no-…` is given. */
export function flagOn(description: string, meta: ParameterMeta = {}) {
  return v.optional(v.pipe(v.boolean(), v.description(description), v.metadata({ ...meta })), true);
}

/** On, off with `--no-…`, or left to others where it is not given. */
export function flagOrUnset(description: string, meta: ParameterMeta = {}) {
  return v.optional(v.pipe(v.boolean(), v.description(description), v.metadata({ ...meta })));
}

/** One of a few words. */
export function choice<const Options extends readonly [string, ...string[]]>(
  options: Options,
  description: string,
  meta: ParameterMeta = {},
) {
  return v.pipe(v.picklist(options), v.description(description), v.metadata({ ...meta }));
}

/** A list of texts. */
export function texts(description: string, meta: ParameterMeta = {}) {
  return v.pipe(v.array(v.string()), v.description(description), v.metadata({ ...meta }));
}

/** A JSON value of the given shape. */
export function json<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  meta: ParameterMeta = {},
) {
  return v.pipe(schema, v.description(description), v.metadata({ ...meta }));
}

/** `lineNumbers` is `line-numbers`. */
export function toFlag(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
