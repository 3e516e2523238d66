import { extname } from 'node:path';
import { type Language, LANGUAGES } from './languages.ts';

export interface Definition {
  kind: string;
  name: string;
  line: number;
  text: string;
}

/** A longer line is not written by hand, and slow to try. */
const LONGEST_LINE = 500;
const SHOWN = 200;

const BY_EXTENSION = new Map(LANGUAGES.flatMap((language) => language.extensions.map((ending) => [ending, language])));

export function languageOf(path: string): Language | undefined {
  return BY_EXTENSION.get(extname(path).slice(1).toLowerCase());
}

/** The definitions in a source text, line by line. */
export function definitionsIn(source: string, language: Language): Definition[] {
  const lines = source.split('\n');
  const spoken = source.replace(language.silent, (silent) => silent.replace(/[^\n]/g, ' ')).split('\n');
  return spoken.flatMap((line, index) => {
    if (line.length > LONGEST_LINE) return [];
    for (const [kind, pattern] of language.patterns) {
      const name = pattern
        .exec(line)
        ?.slice(1)
        .find((group) => group !== undefined);
      if (name !== undefined)
        return [{ kind, name, line: index + 1, text: (lines[index] ?? '').trim().slice(0, SHOWN) }];
    }
    return [];
  });
}
