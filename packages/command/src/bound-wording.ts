import type { Wording } from './wording.ts';

/** Characters of a value that an error repeats. */
const LONGEST_VALUE = 200;
const LONGEST_TEXT = 8_000;

/** The same words with long values cut in the middle: an error names a value, it does not repeat it. */
export function boundWording(wording: Wording): Wording {
  if (typeof wording === 'string') return boundWords(wording);
  return wording.map((part) => {
    if (typeof part === 'string') return boundWords(part);
    if (typeof part !== 'object') return part;
    if ('call' in part) return { ...part, input: boundValues(part.input) };
    return 'words' in part ? { ...part, words: [boundWording(part.words)].flat() } : part;
  });
}

/** The path in details is one of those values. */
export function boundDetails<Details extends Readonly<Record<string, unknown>>>(details: Details): Details {
  return typeof details.path === 'string' && details.path.length > LONGEST_VALUE
    ? { ...details, path: boundValue(details.path) }
    : details;
}

export function boundValue(value: string): string {
  return cut(value, LONGEST_VALUE);
}

/** An address is kept whole: somebody may have to open it. */
function boundWords(text: string): string {
  if (text.length <= LONGEST_VALUE) return text;
  return cut(
    text.replace(/\S{201,}/g, (run) => (run.includes('://') ? run : boundValue(run))),
    LONGEST_TEXT,
  );
}

function boundValues(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? boundValue(value) : value]),
  );
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const tail = Math.floor(longest / 4);
  return `${text.slice(0, longest - tail - 1)}…${text.slice(-tail)}`;
}
