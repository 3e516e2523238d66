import type { Parameter } from '../schema.ts';
import type { WrittenValue } from './coerce.ts';

/** Where the value of a large parameter comes from when it is not on the line itself. */
export interface Source {
  readonly parameter: Parameter;
  /** A file named with `@file`; absent for `-`, standard input. */
  readonly file?: string;
  readonly value: WrittenValue;
}

/** `@file` and `-` stand for a large value; quoted on a line they are just text. */
export function sourceOf(parameter: Parameter, value: WrittenValue, fromShell: boolean): Source | undefined {
  if (!parameter.large || (value.quoted && !fromShell)) return undefined;
  if (value.text === '-') return { parameter, value };
  if (/^@[^@]/.test(value.text)) return { parameter, file: value.text.slice(1), value };
  return undefined;
}

/** `@@text` is a literal `@text` where a single `@` would name a file. */
export function literalValue(parameter: Parameter, value: WrittenValue, fromShell: boolean): WrittenValue {
  if (!parameter.large || (value.quoted && !fromShell) || !value.text.startsWith('@@')) return value;
  return { ...value, text: value.text.slice(1) };
}
