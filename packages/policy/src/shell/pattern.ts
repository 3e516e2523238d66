import { GAP, UNKNOWN } from './line.ts';

/** Matches the form of a simple command: its words, joined by single spaces. */
export interface CommandPattern {
  /** Whatever the unknown parts become, the pattern fits. */
  readonly fits: (form: string) => boolean;
  /** The unknown parts may become something that the pattern fits. */
  readonly mayFit: (form: string) => boolean;
}

/**
 * Reads the pattern of a rule: `git *`, `npm run test:*` (the same as `npm run test *`), or an exact command. A star
 * stands for anything within one simple command; ` *` at the end also for nothing.
 */
export function compileCommandPattern(pattern: string): CommandPattern {
  const text = joinWords(pattern.trim().replace(/:\*$/, ' *'));
  const patterns = text.endsWith(' *') ? [text, text.slice(0, -2)] : [text];
  return {
    fits: (form) => patterns.some((each) => matches(each, form, false)),
    mayFit: (form) => patterns.some((each) => matches(each, form, true)),
  };
}

/** White space between words becomes one space, white space inside quotes a GAP. */
function joinWords(pattern: string): string {
  return pattern
    .replace(/"([^"]*)"|'([^']*)'/g, (_, double: string | undefined, single: string | undefined) =>
      (double ?? single ?? '').replace(/\s/g, GAP),
    )
    .replace(/\s+/g, ' ');
}

/** Follows all places of the pattern at once, so that no text takes more than its length times the pattern's. */
function matches(pattern: string, form: string, unknownIsAnything: boolean): boolean {
  let places = afterStars(pattern, [0]);
  for (const character of form) {
    if (unknownIsAnything && character === UNKNOWN) {
      const first = Math.min(...places);
      places = new Set(Array.from({ length: pattern.length - first + 1 }, (_, index) => first + index));
      continue;
    }
    const next: number[] = [];
    for (const place of places) {
      if (pattern[place] === '*') next.push(place);
      else if (pattern[place] === character) next.push(place + 1);
    }
    if (next.length === 0) return false;
    places = afterStars(pattern, next);
  }
  return places.has(pattern.length);
}

/** A star may stand for nothing, so whoever is at one is also behind it. */
function afterStars(pattern: string, places: readonly number[]): Set<number> {
  const all = new Set<number>();
  for (let place of places) {
    all.add(place);
    while (pattern[place] === '*') all.add(++place);
  }
  return all;
}
