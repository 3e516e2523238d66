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

/**
 * What a terminal takes for one thing where a character has several parts, as 👩‍👧, 👍🏽, ❤️ and क्षि: the character, each
 * part by itself, or each part but those that are joined to the one before.
 */
export type Counting = 'whole' | 'parts' | 'unjoined parts';

let counting: Counting = 'whole';

/** From now on widths are those of such a terminal. */
export function countWidthsAs(wanted: Counting): void {
  counting = wanted;
}

/** How the terminal counts that these variables tell of. */
export function countingOf(env: Readonly<Record<string, string | undefined>>): Counting {
  const { TMUX, STY, TERM = '', TERM_PROGRAM, VTE_VERSION, XTERM_VERSION } = env;
  if (TMUX) return 'unjoined parts';
  const isByParts =
    TERM_PROGRAM === 'vscode' || VTE_VERSION || XTERM_VERSION || STY || /^(?:alacritty|linux)/.test(TERM);
  return isByParts ? 'parts' : 'whole';
}

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
  if (counting !== 'whole' && grapheme.length > 1) return widthOfParts(grapheme);
  if (EMOJI.test(grapheme)) return 2;
  // The halfwidth marks for voiced sounds join their letter, and take a cell of their own all the same.
  return eastAsianWidth(code) + (/[\uff9e\uff9f]$/.test(grapheme) && grapheme.length > 1 ? 1 : 0);
}

// Vowels and final consonants of Hangul take their cells with the consonant before them.
const NO_CELL =
  /[\p{Control}\p{Format}\p{Nonspacing_Mark}\p{Enclosing_Mark}\p{Default_Ignorable_Code_Point}\u1160-\u11ff]/u;

function widthOfParts(grapheme: string): number {
  let [cells, isJoined] = [0, false];
  for (const part of grapheme) {
    if (!isJoined && !NO_CELL.test(part)) cells += eastAsianWidth(part.codePointAt(0) ?? 0);
    isJoined = counting === 'unjoined parts' && part === '\u200d';
  }
  return cells;
}
