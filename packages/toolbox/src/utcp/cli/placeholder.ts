import { CommandError } from '@helve/command';

/** Where a command's text names an argument, or a variable of UTCP. */
export interface Placeholder {
  /** `name` of an argument, `${NAME}` of a variable. */
  readonly name: string;
  /** As written: `UTCP_ARG_name_UTCP_END`. */
  readonly text: string;
  readonly pos: number;
  readonly end: number;
}

export function findPlaceholders(text: string): readonly Placeholder[] {
  return [...text.matchAll(/UTCP_ARG_([\w.-]+?)_UTCP_END|\uE100(\w+)\uE101\uE101/g)].map((found) => ({
    name: found[1] ?? `\${${found[2] ?? ''}}`,
    text: found[2] === undefined ? found[0] : `\${${found[2]}}`,
    pos: found.index,
    end: found.index + found[0].length,
  }));
}

/** Marks `${NAME}` where it is a variable of UTCP, so that no shell reads it. The text keeps its length. */
export function markVariables(text: string, isVariable: (name: string) => boolean): string {
  const clean = text.replaceAll(/[\uE100\uE101]/g, '\uFFFD');
  return clean.replaceAll(/(?<![\\$])\$\{([A-Za-z_]\w*)\}/g, (written, name: string) =>
    isVariable(name) ? `\uE100${name}\uE101\uE101` : written,
  );
}

/** The text as its author wrote it. */
export function unmarkVariables(text: string): string {
  return text.replaceAll(/\uE100(\w+)\uE101\uE101/g, '$${$1}');
}

/** An argument as the bytes that a command is given: text as it is, lists and objects as JSON with sorted keys. */
export function argumentText(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  if (!text.includes('\0')) return text;
  throw new CommandError('INVALID_INPUT', `The argument ${name} contains a NUL byte, which programs cannot receive`, {
    hint: 'Leave the NUL out, or pass the data in a file.',
    details: { argument: name },
  });
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : each,
  );
}
