import { eastAsianWidth } from 'get-east-asian-width';

const PRINTABLE_ASCII = /^[\u0020-\u007e]*$/;
const INVISIBLE = /^[\p{Control}\p{Format}\p{Mark}\p{Surrogate}\p{Default_Ignorable_Code_Point}]+$/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Regional_Indicator}{2}/u;

// Letters, syllables and ideographs that never join with each other into one character. What is not among them may join with
// one of them on either side. Intl.Segmenter takes some ten microseconds for each character, so it is asked only about those.
const SIMPLE =
  '\\x20-\\x7e\\xa1-\\xa8\\xaa-\\xac\\xaf-\\u02ff\\u0400-\\u0482\\u2010-\\u2027\\u3001-\\u3029\\u3041-\\u3096\\u30a1-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff9d';
const PIECES = new RegExp(
  `((?:[${SIMPLE}](?=[${SIMPLE}]|$))+)|[${SIMPLE}]?[^${SIMPLE}](?:[^${SIMPLE}]|[${SIMPLE}](?=[^${SIMPLE}]))*[${SIMPLE}]?`,
  'gsu',
);

// Known without asking, for speed: kana, ideographs and Hangul syllables.
const COMMON_WIDE = /[\u3041-\u3096\u30a1-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/;

const segmenter = new Intl.Segmenter();

/** What a person takes for one character: a letter with its accents, a Hangul syllable, a family emoji. */
export function graphemes(text: string): readonly string[] {
  if (PRINTABLE_ASCII.test(text)) return text.split('');
  const found: string[] = [];
  for (const [piece, simple] of text.matchAll(PIECES)) {
    if (simple !== undefined) for (const character of simple) found.push(character);
    else for (const { segment } of segmenter.segment(piece)) found.push(segment);
  }
  return found;
}

/** How many cells of a terminal a text takes. */
export function width(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let cells = 0;
  for (const grapheme of graphemes(text)) cells += graphemeWidth(grapheme);
  return cells;
}

export function graphemeWidth(grapheme: string): number {
  const code = grapheme.codePointAt(0) ?? 0;
  if (code < 0x7f) return code < 0x20 ? 0 : 1;
  if (grapheme.length === 1 && COMMON_WIDE.test(grapheme)) return 2;
  if (INVISIBLE.test(grapheme)) return 0;
  if (EMOJI.test(grapheme)) return 2;
  // The halfwidth marks for voiced sounds join their letter, and take a cell of their own all the same.
  return eastAsianWidth(code) + (/[\uff9e\uff9f]$/.test(grapheme) && grapheme.length > 1 ? 1 : 0);
}
