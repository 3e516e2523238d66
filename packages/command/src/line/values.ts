import { inexactNumberIn, NUMBER } from '../exact-numbers.ts';
import type { Parameter } from '../input.ts';
import { nearest } from '../nearest.ts';
import type { JsonType } from '../parameters.ts';
import { lineProblem, type Place } from './problem.ts';
import { quoteWord, type Token } from './token.ts';

/** A value on a line: its text, whether quotes mark it as literal, and there. */
export interface WrittenValue extends Place {
  readonly text: string;
  readonly quoted: boolean;
  readonly unbalanced: boolean;
  /** What stands before the value in its word: `--flag=`, or nothing. */
  readonly lead: string;
  /** Where it was read, if it does not stand on the line. */
  readonly readFrom?: string;
}

/** The value that the parameter's declared type makes of the text. The look of the text never decides. */
export function coerce(parameter: Parameter, value: WrittenValue): unknown {
  switch (parameter.type) {
    case 'string':
      return value.text;
    case 'number':
      return toNumber(parameter, value);
    case 'boolean':
      return toBoolean(parameter, value);
    case 'choice':
      return toChoice(parameter, value);
    case 'json':
      return toJson(parameter, value);
  }
}

function toNumber(parameter: Parameter, value: WrittenValue): number {
  refuseInexact(parameter, value);
  if (NUMBER.test(value.text)) return Number(value.text);
  throw lineProblem(`--${parameter.flag} needs a number, not ${shorten(value.text)}`, value);
}

/** Refuses numbers that would be passed on as others than were written. */
function refuseInexact({ flag }: Parameter, value: WrittenValue): void {
  const inexact = inexactNumberIn(value.text);
  if (inexact) throw lineProblem(`--${flag}: ${inexact} is not exact`, value);
}

/** A global flag has no schema behind it that would check its range. */
export function checkRange(parameter: Parameter, value: unknown, place: Place): void {
  if (typeof value !== 'number') return;
  const { flag, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = parameter;
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw lineProblem(`--${flag} must be a whole number from ${min} to ${max}`, place);
}

/** Whether a word is the value of a flag that is on or off. */
export function isBoolean(word: string): boolean {
  return /^(?:true|false)$/i.test(word);
}

function toBoolean({ flag }: Parameter, value: WrittenValue): boolean {
  if (isBoolean(value.text)) return value.text.toLowerCase() === 'true';
  const meant = /^(?:yes|y|on|1)$/i.test(value.text)
    ? 'true'
    : /^(?:no|n|off|0)$/i.test(value.text)
      ? 'false'
      : undefined;
  throw lineProblem(`--${flag} is on or off, not ${shorten(value.text)}`, value, {
    hint: `Write --${flag} or --no-${flag}.`,
    ...(meant ? { replacement: value.lead + meant } : {}),
  });
}

function toChoice(parameter: Parameter, value: WrittenValue): string {
  const options = parameter.options ?? [];
  if (options.includes(value.text)) return value.text;
  const [suggestion] = nearest(value.text, options);
  throw lineProblem(
    `--${parameter.flag} must be one of ${options.join(', ')}, not ${shorten(value.text)}`,
    value,
    suggestion ? { replacement: value.lead + suggestion } : {},
  );
}

function toJson(parameter: Parameter, value: WrittenValue): unknown {
  refuseInexact(parameter, value);
  if (parameter.orText) return toJsonOrText(value.text, parameter.orText);
  try {
    return JSON.parse(value.text);
  } catch (error) {
    const looksLikeJson = /^\s*[[{]/.test(value.text);
    if (parameter.list === 'texts' && !looksLikeJson) {
      throw lineProblem(`--${parameter.flag} needs a list in JSON, not ${shorten(value.text)}`, value, {
        replacement: value.lead + quoteWord(JSON.stringify(partsOf(value.text))),
      });
    }
    const problem = value.unbalanced ? 'has a bracket that is never closed' : 'is not JSON';
    const subject = value.readFrom === undefined ? `The value of --${parameter.flag}` : `What ${value.readFrom} holds`;
    throw lineProblem(`${subject} ${problem}: ${(error as Error).message}`, value, {
      hint: `${looksLikeJson && value.readFrom === undefined ? 'In a shell, put it in single quotes. ' : ''}${exampleOf(parameter)}`,
    });
  }
}

/** `a.txt,b.txt`: several values, as other programs take them. */
function partsOf(text: string): readonly string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => part !== '') ? parts : [text];
}

function toJsonOrText(text: string, types: readonly JsonType[]): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    const type = parsed === null ? 'null' : Array.isArray(parsed) ? 'array' : typeof parsed;
    return types.includes(type as JsonType) ? parsed : text;
  } catch {
    return text;
  }
}

/** The description of a parameter may hold one. */
function exampleOf({ flag, list, description }: Parameter): string {
  if (/[[{]/.test(description)) return description;
  return `For example: --${flag} ${list ? `'["a","b"]'` : `'{"name":"value"}'`}.`;
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}

/** `--`: whatever follows is no flag. */
export function isTerminator(token: Token): boolean {
  return token.text === '--' && !token.quoted;
}

/** `--name`, or `-x`; a negative number and a lone dash are values. */
export function isFlag(token: Token): boolean {
  return !token.quoted && /^(?:--[^=\s]|-[A-Za-z])/.test(token.text);
}

/** The name of a flag, without dashes and value. */
export function flagName(token: Token): string {
  const name = token.text.replace(/^--?/, '');
  const end = name.indexOf('=');
  return end < 0 ? name : name.slice(0, end);
}

/** The value behind `=` in `--flag=value`. */
export function inlineValue(token: Token, line: string): WrittenValue | undefined {
  const equals = token.text.indexOf('=');
  if (equals < 0) return undefined;
  const lead = token.text.slice(0, equals + 1);
  return {
    line,
    start: token.start,
    end: token.end,
    text: token.text.slice(equals + 1),
    quoted: /^(?:["'\u2018\u2019\u201c\u201d]|\$')/.test(token.raw.slice(token.raw.indexOf('=') + 1)),
    unbalanced: false,
    lead,
  };
}

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
