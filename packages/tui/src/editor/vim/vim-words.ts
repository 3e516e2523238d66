import { lineAt, type Range, type Word, wordsIn } from '../boundaries.ts';

/** What `w` steps over: words and runs of punctuation, or with `big` whatever stands between spaces. Empty lines count. */
export function vimWords(text: string, big: boolean): readonly Range[] {
  const found: Range[] = [];
  let start = 0;
  while (start <= text.length) {
    const line = lineAt(text, start);
    if (line.start === line.end) found.push(line);
    else found.push(...(big ? bigWords(text, line) : smallWords(text, line)));
    start = line.end + 1;
  }
  return found;
}

function bigWords(text: string, { start, end }: Range): readonly Range[] {
  return Array.from(text.slice(start, end).matchAll(/\S+/g), ({ 0: word, index }) => ({
    start: start + index,
    end: start + index + word.length,
  }));
}

function smallWords(text: string, line: Range): readonly Range[] {
  const found: Range[] = [];
  let lastWasWord = true;
  for (const { start, end, isWord } of wordsIn(text, line).flatMap((word) => atPunctuation(text, word))) {
    if (text.slice(start, end).trim() === '') continue;
    const last = found.at(-1);
    if (last && !isWord && !lastWasWord && last.end === start) found[found.length - 1] = { start: last.start, end };
    else found.push({ start, end });
    lastWasWord = isWord;
  }
  return found;
}

/** To Unicode `state.ts` and `don't` are words, to vim each is three. */
function atPunctuation(text: string, word: Word): readonly Word[] {
  const said = text.slice(word.start, word.end);
  return Array.from(said.matchAll(/[!-/:-@[-^`{-~]+|[^!-/:-@[-^`{-~]+/g), ({ 0: piece, index }) => ({
    start: word.start + index,
    end: word.start + index + piece.length,
    isWord: word.isWord && !/^[!-/:-@[-^`{-~]/.test(piece),
  }));
}
