import { toFlag } from './parameters.ts';

/** The name of a parameter within a text. Each door writes it as its callers do: `--old-text`, `old_string`. */
export interface ParameterName {
  readonly parameter: string;
}

/** A text that may name parameters. */
export type Wording = string | readonly Part[];

type Part = string | number | ParameterName;

/** Makes a text that names parameters: worded`${parameter('oldText')} may not be empty`. */
export function worded(texts: readonly string[], ...values: readonly (Part | readonly Part[])[]): Wording {
  return texts.flatMap((text, index) => [text, values[index] ?? []].flat());
}

export function parameter(name: string): ParameterName {
  return { parameter: name };
}

export function inWords(wording: Wording, nameOf: (parameter: string) => string = asFlag): string {
  if (typeof wording === 'string') return wording;
  return wording.map((part) => (typeof part === 'object' ? nameOf(part.parameter) : part)).join('');
}

/** `lineNumbers` is `--line-numbers`. */
export function asFlag(name: string): string {
  return `--${toFlag(name)}`;
}
