/** One word of a line: its value, and where and how it was written. */
export interface Token {
  /** The value: quotes taken off, escapes resolved. */
  readonly text: string;
  /** As it stands in the line. */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  /** It begins with a quote, so it is a value whatever it looks like. */
  readonly quoted: boolean;
  /** It begins with a bracket that is never closed. */
  readonly unbalanced?: boolean;
}

/** A line in words. Positions count in `line`, also where the words came from an argument vector. */
export interface TokenizedLine {
  readonly line: string;
  readonly tokens: readonly Token[];
  readonly warnings: readonly string[];
  /**
   * The words come from a shell, which has taken the quotes off: whether a word that looks like a flag was meant
   * as a value can then only be told by whether the command knows such a flag.
   */
  readonly fromShell: boolean;
}

/** The first words under which a line is meant for helve: our own, and those of the format that the grammar comes from. */
export const PREFIXES = ['helve', 'codebolt', 'codeboltcmd'] as const;

const PREFIX = new RegExp(`^\\s*(?:${PREFIXES.join('|')})(?=\\s|$)`);

export function isPrefix(word: string): boolean {
  return (PREFIXES as readonly string[]).includes(word);
}

/** Whether a command line is one of ours, to be run in-process instead of by a shell. */
export function isHelveLine(line: string): boolean {
  return PREFIX.test(line);
}

/** The text inside `'…'` or `"…"`, where a backslash only escapes itself and the quote: `"C:\new"` stays a path. */
export function unescapeQuoted(body: string, quote: string): string {
  if (!body.includes('\\')) return body;
  return body.replace(/\\([\s\S])/g, (whole, char: string) => (char === '\\' || char === quote ? char : whole));
}

const ANSI: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** The text inside `$'…'`, with the escapes that bash knows. */
export function unescapeAnsi(body: string): string {
  return body.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|([\s\S]))/g,
    (whole, hex?: string, short?: string, long?: string, octal?: string, char?: string) => {
      const digits = hex ?? short;
      if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
      if (long !== undefined) return fromCodePoint(Number.parseInt(long, 16), whole);
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return (char !== undefined && ANSI[char]) || whole;
    },
  );
}

function fromCodePoint(point: number, whole: string): string {
  return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
}

// Control characters are what must not stand raw on a line.
const CONTROL = /[\x00-\x1f\x7f\u2028\u2029]/;

/** A word that our grammar and a POSIX shell both read back as `text`. */
export function quoteWord(text: string): string {
  if (/^[\w./:%+,][\w./:@%+,=-]*$/.test(text)) return text;
  const plain = !text.includes('\\') && !CONTROL.test(text);
  if (plain && !text.includes("'")) return `'${text}'`;
  if (plain && !/["$`!]/.test(text)) return `"${text}"`;
  const escaped = text.replace(/[\\']/g, '\\$&').replace(new RegExp(CONTROL, 'g'), escapeControl);
  return `$'${escaped}'`;
}

function escapeControl(char: string): string {
  const named = { '\n': '\\n', '\t': '\\t', '\r': '\\r' }[char];
  if (named) return named;
  const code = char.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
