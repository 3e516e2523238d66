/**
 * The index finds words. Chinese and Japanese put no spaces between theirs, and Korean ties endings to them, so there each
 * character counts as a word: an invisible space stands between them, and phrases of characters are searched for.
 */
const GAP = '\u200b';
const CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** A text as it goes into the index. */
export function toIndexed(text: string): string {
  return text.replace(CHARACTER, `$&${GAP}`);
}

export function fromIndexed(text: string): string {
  return text.replaceAll(GAP, '');
}

/** What was asked for as a query: all words, each also as the beginning of a longer one; what is in quotes as it stands. */
export function toQuery(asked: string): string | undefined {
  const terms = [...asked.matchAll(/"([^"]*)"|(\S+)/g)].flatMap(([, phrase, word]) => {
    const wanted = toIndexed((phrase ?? word ?? '').replaceAll('"', ' ').trim());
    if (!/[\p{L}\p{N}]/u.test(wanted)) return [];
    return [`"${wanted}"${phrase === undefined ? '*' : ''}`];
  });
  return terms.length === 0 ? undefined : terms.join(' ');
}
