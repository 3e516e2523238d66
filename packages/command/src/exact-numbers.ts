/** A number as people write it: its digits, and its power of ten. */
export const NUMBER = /^[+-]?(\d+(?:\.\d+)?|\.\d+)(?:e([+-]?\d+))?$/i;

/**
 * The first number in a text of JSON, or in a word, that would be passed on as another: a number beyond 2^53 with digits
 * that are lost, one that is too large, and one so small that it becomes 0.
 */
export function inexactNumberIn(text: string): string | undefined {
  if (!LOSES_DIGITS.test(text)) return undefined;
  // No expression for a whole string: one of some megabytes would exhaust the stack.
  for (let from = 0; from >= 0; ) {
    const quote = text.indexOf('"', from);
    const found = text
      .slice(from, quote < 0 ? undefined : quote)
      .match(/[\w.+-]+/g)
      ?.find(isInexactNumber);
    if (found !== undefined || quote < 0) return found;
    from = endOfString(text, quote);
  }
  return undefined;
}

/** What every number that becomes another has: many digits, or an exponent. Most texts have neither. */
const LOSES_DIGITS = /\d{16}|\d\.?e/i;

/** Where the string that starts there has ended; -1: it does not. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return at + 1;
  }
  return -1;
}

/** Whether a number as it is written would become another. */
export function isInexactNumber(token: string): boolean {
  const size = Math.abs(Number(token));
  return NUMBER.test(token) && (size === 0 || size > 9e15) && decimalOf(token) !== decimalOf(`${size}`);
}

/** The digits of a number without zeros at either end, and the power of ten of the last of them; empty for 0. */
function decimalOf(text: string): string {
  const [, mantissa = '', power = 0] = NUMBER.exec(text) ?? [];
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/0+$/, '');
  return digits && `${digits.replace(/^0+/, '')}e${Number(power) + whole.length - digits.length}`;
}
