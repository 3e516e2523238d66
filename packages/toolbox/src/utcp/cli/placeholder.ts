import { CommandError } from '@helve/command';

/** Where a command's text names an argument. */
export interface Placeholder {
  readonly name: string;
  /** As written: `UTCP_ARG_name_UTCP_END`. */
  readonly text: string;
  readonly pos: number;
  readonly end: number;
}

export function findPlaceholders(text: string): readonly Placeholder[] {
  return [...text.matchAll(/UTCP_ARG_([\w.-]+?)_UTCP_END/g)].map((found) => ({
    name: found[1] ?? '',
    text: found[0],
    pos: found.index,
    end: found.index + found[0].length,
  }));
}

/** An argument as the bytes that a command is given: text as it is, lists and objects as JSON with sorted keys. */
export function argumentText(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  if (!text.includes('\0')) return text;
  throw new CommandError('INVALID_INPUT', `The argument ${name} holds a NUL, which no program can be given`, {
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
