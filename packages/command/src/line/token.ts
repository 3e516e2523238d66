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
