/** A number as people write it: its digits, and its power of ten. */
export const NUMBER = /^[+-]?(\d+(?:\.\d+)?|\.\d+)(?:e([+-]?\d+))?$/i;

/**
 * The first number in a text of JSON, or in a word, that would be passed on as another: a number beyond 2^53 with digits
 * that are lost, one that is too large, and one so small that it becomes 0.
 */
export function inexactNumberIn(text: string): string | undefined {
  return text.match(/"(\\.|[^"\\])*"|[\w.+-]+/g)?.find(isInexactNumber);
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
