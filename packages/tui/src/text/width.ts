import { eastAsianWidth } from 'get-east-asian-width';

const PRINTABLE_ASCII = /^[\u0020-\u007e]*$/;
const INVISIBLE = /^[\p{Control}\p{Format}\p{Mark}\p{Surrogate}\p{Default_Ignorable_Code_Point}]+$/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Regional_Indicator}{2}/u;

const segmenter = new Intl.Segmenter();

/** What a person takes for one character: a letter with its accents, a Hangul syllable, a family emoji. */
export function graphemes(text: string): readonly string[] {
  if (PRINTABLE_ASCII.test(text)) return text.split('');
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many cells of a terminal a text takes. */
export function width(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let cells = 0;
  for (const { segment } of segmenter.segment(text)) cells += graphemeWidth(segment);
  return cells;
}

export function graphemeWidth(grapheme: string): number {
  const code = grapheme.codePointAt(0) ?? 0;
  if (code < 0x7f) return code < 0x20 ? 0 : 1;
  if (INVISIBLE.test(grapheme)) return 0;
  if (EMOJI.test(grapheme)) return 2;
  // The halfwidth marks for voiced sounds join their letter, and take a cell of their own all the same.
  return eastAsianWidth(code) + (/[\uff9e\uff9f]$/.test(grapheme) && grapheme.length > 1 ? 1 : 0);
}
