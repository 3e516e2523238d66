/** Pieces of a line, and whether each differs from the other line. */
export type MarkedText = readonly { readonly text: string; readonly isChanged: boolean }[];

/** Comparing takes the product of both numbers of words. Beyond this, all between the common beginning and end is marked. */
const MOST_COMPARISONS = 40_000;
/** Lines that have less in common than this are two different lines. */
const LEAST_IN_COMMON = 0.35;

/** What changed between two lines, word by word. Nothing where they have too little in common for marks to help. */
export function wordMarks(
  before: string,
  after: string,
): { readonly before: MarkedText; readonly after: MarkedText } | undefined {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const start = commonStart(old, now);
  const end = commonEnd(old, now, start);
  const [oldMiddle, nowMiddle] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const [oldKept, nowKept] = inCommon(oldMiddle, nowMiddle);
  const isChanged = (index: number, words: readonly string[], kept: ReadonlySet<number>) => {
    return index >= start && index < words.length - end && !kept.has(index - start);
  };
  const common = letters(old.filter((_, index) => !isChanged(index, old, oldKept)));
  if (common < LEAST_IN_COMMON * Math.max(letters(old), letters(now))) return undefined;
  return {
    before: join(old, (index) => isChanged(index, old, oldKept)),
    after: join(now, (index) => isChanged(index, now, nowKept)),
  };
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? [];
}

function commonStart(old: readonly string[], now: readonly string[]): number {
  let length = 0;
  while (length < old.length && length < now.length && old[length] === now[length]) length++;
  return length;
}

function commonEnd(old: readonly string[], now: readonly string[], start: number): number {
  const most = Math.min(old.length, now.length) - start;
  let length = 0;
  while (length < most && old.at(-1 - length) === now.at(-1 - length)) length++;
  return length;
}

/** Which words of each are in their longest common subsequence. */
function inCommon(old: readonly string[], now: readonly string[]): readonly [ReadonlySet<number>, ReadonlySet<number>] {
  const [oldKept, nowKept] = [new Set<number>(), new Set<number>()];
  if (old.length * now.length > MOST_COMPARISONS) return [oldKept, nowKept];
  const across = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * across);
  const at = (row: number, column: number) => lengths[row * across + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      lengths[row * across + column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  for (let row = 0, column = 0; row < old.length && column < now.length; ) {
    if (old[row] === now[column]) {
      oldKept.add(row++);
      nowKept.add(column++);
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return [oldKept, nowKept];
}

function letters(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.trim().length, 0);
}

/** Joins neighbours of a kind. A space between two changed words is changed with them. */
function join(words: readonly string[], isChangedAt: (index: number) => boolean): MarkedText {
  const pieces: { text: string; isChanged: boolean }[] = [];
  for (const [index, text] of words.entries()) {
    const isBetween =
      text.trim() === '' && index > 0 && isChangedAt(index - 1) && isChangedAt(index + 1) && index + 1 < words.length;
    const isChanged = isBetween || isChangedAt(index);
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else pieces.push({ text, isChanged });
  }
  return pieces;
}
