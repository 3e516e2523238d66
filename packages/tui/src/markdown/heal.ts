interface Mark {
  readonly character: string;
  readonly length: number;
}

/** Longer text is left as it is: only a line that no one wrote by hand is so long. */
const LONGEST = 6_000;

/**
 * Ends what a text that is still being written has begun: `**bol` becomes `**bol**`, a link without its address its text.
 * Marks at the very end, of which it is not known yet whether they begin or end something, are left away.
 */
export function heal(text: string): string {
  if (text.length > LONGEST) return text;
  const open: Mark[] = [];
  let healed = '';
  /** Where, in what was healed so far, the bracket of a possible link stands. */
  let bracket = -1;
  for (let index = 0; index < text.length; ) {
    const character = text.charAt(index);
    if (character === '\\') {
      healed += text.slice(index, index + 2);
      index += 2;
    } else if (character === '`') {
      const run = /^`+/.exec(text.slice(index))?.[0] ?? '`';
      const end = endOfCode(text, index + run.length, run.length);
      if (end === undefined) {
        const inside = text.slice(index + run.length).replace(/`+$/, '');
        return closed(inside.trim() === '' ? healed : `${healed}${run}${inside}${run}`, open, bracket);
      }
      healed += text.slice(index, end);
      index = end;
    } else if (character === '*' || character === '_' || character === '~') {
      const length = runLength(text, index);
      const isAtEnd = index + length === text.length;
      if (!isAtEnd || matches(open.at(-1), character, length)) {
        note(open, character, length, text.charAt(index - 1), text.charAt(index + length));
        healed += text.slice(index, index + length);
      }
      index += length;
    } else if (character === '[') {
      bracket = healed.length;
      healed += character;
      index++;
    } else if (character === ']' && bracket >= 0) {
      const address = /^\]\([^)\n]*/.exec(text.slice(index))?.[0];
      const end = index + (address?.length ?? 1);
      if (end >= text.length) return closed(healed, open, bracket);
      bracket = -1;
      healed += text.slice(index, end);
      index = end;
    } else {
      healed += character;
      index++;
    }
  }
  return closed(healed, open, bracket);
}

function endOfCode(text: string, from: number, length: number): number | undefined {
  for (const run of text.slice(from).matchAll(/`+/g)) {
    if (run[0].length === length) return from + run.index + length;
  }
  return undefined;
}

function runLength(text: string, from: number): number {
  let end = from;
  while (text.charAt(end) === text.charAt(from)) end++;
  return end - from;
}

function matches(mark: Mark | undefined, character: string, length: number): boolean {
  return mark?.character === character && mark.length === length;
}

function note(open: Mark[], character: string, length: number, before: string, after: string): void {
  const isInWord = /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
  if ((character === '_' && isInWord) || (character === '~' && length !== 2) || length > 3) return;
  if (before.trim() !== '' && matches(open.at(-1), character, length)) open.pop();
  else if (after.trim() !== '') open.push({ character, length });
}

function closed(text: string, open: readonly Mark[], bracket: number): string {
  const start = bracket > 0 && text.charAt(bracket - 1) === '!' ? bracket - 1 : bracket;
  const unlinked = bracket >= 0 ? text.slice(0, start) + text.slice(bracket + 1) : text;
  const ends = open.toReversed().map(({ character, length }) => character.repeat(length));
  return ends.length === 0 ? unlinked : unlinked.trimEnd() + ends.join('');
}
