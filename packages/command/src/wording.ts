/** The name of a parameter within a text. Each door writes it as its callers do: `--old-text`, `old_string`. */
export interface ParameterName {
  readonly parameter: string;
}

/** A text that may name parameters. */
export type Wording = string | readonly (string | ParameterName)[];

/** Makes a text that names parameters: worded`${parameter('oldText')} may not be empty`. */
export function worded(
  texts: readonly string[],
  ...values: readonly (string | number | ParameterName | Wording)[]
): Wording {
  return texts.flatMap((text, index) => {
    const value = values[index];
    if (value === undefined) return [text];
    return [text, ...(typeof value === 'number' ? [String(value)] : [value].flat())];
  });
}

export function parameter(name: string): ParameterName {
  return { parameter: name };
}

export function inWords(wording: Wording, nameOf: (parameter: string) => string = asFlag): string {
  if (typeof wording === 'string') return wording;
  return wording.map((part) => (typeof part === 'string' ? part : nameOf(part.parameter))).join('');
}

/** `lineNumbers` is `--line-numbers`. */
export function asFlag(name: string): string {
  return `--${toFlag(name)}`;
}

/** `lineNumbers` is `line-numbers`. */
export function toFlag(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
