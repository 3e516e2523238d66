/** What a piece of text means; a theme says what that looks like. */
export type Role =
  | 'accent'
  | 'muted'
  | 'placeholder'
  | 'strong'
  | 'success'
  | 'warning'
  | 'error'
  | 'denied'
  | 'added'
  | 'removed'
  | 'addedWord'
  | 'removedWord'
  | 'code'
  | 'heading'
  | 'link'
  | 'quote'
  | 'user'
  | 'selected'
  | 'keyword'
  | 'string'
  | 'number'
  | 'comment'
  | 'function'
  | 'type';

export interface Style {
  readonly role?: Role;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  /** What it looks like by the word of another program, as the parameters of an SGR escape; only where there are colours. */
  readonly sgr?: string;
  /** The address that the text leads to. */
  readonly link?: string;
}

/** A piece of text in one style. Holds no line breaks, tabs or control characters. */
export interface Span {
  readonly text: string;
  readonly style?: Style;
}

/** One row of the screen, or a line that is yet to be wrapped into rows. */
export type Line = readonly Span[];

export function span(text: string, style?: Style): Span {
  return style ? { text, style } : { text };
}

/** A line of one piece. */
export function line(text: string, style?: Style): Line {
  return [span(text, style)];
}

export function plainText(spans: Line): string {
  return spans.map(({ text }) => text).join('');
}
