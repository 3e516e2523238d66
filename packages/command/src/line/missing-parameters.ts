import type { Command } from '../command.ts';
import type { CommandError } from '../errors.ts';
import type { Parameter } from '../input.ts';
import { lineProblem } from './problem.ts';
import { quoteWord, type Token, type TokenizedLine } from './token.ts';

/** A missing parameter is best explained while the ignored words, which were probably meant for it, are at hand. */
export function missingParameters(
  command: Command,
  missing: readonly Parameter[],
  positionals: readonly Token[],
  { line }: TokenizedLine,
): CommandError {
  const message = `${command.path} needs ${missing.map(({ flag }) => `--${flag}`).join(' and ')}`;
  const details = { missing: missing.map(({ name }) => name) };
  const [[wanted], [stray]] = [missing, positionals];
  if (stray && wanted) {
    const strays = wanted.list === 'texts' ? neighbours(positionals, line) : [stray];
    const value = wanted.list === 'texts' ? quoteWord(JSON.stringify(strays.map(({ text }) => text))) : stray.raw;
    const place = { line, start: stray.start, end: strays.at(-1)?.end ?? stray.end };
    return lineProblem(message, place, { replacement: `--${wanted.flag} ${value}`, details });
  }
  const [example] = command.examples;
  return lineProblem(
    message,
    { line, start: line.length, end: line.length },
    { hint: example ? `For example: ${example}` : `See: helve help ${command.path}`, details },
  );
}

/** The words that follow one another from the first on. */
function neighbours(words: readonly Token[], line: string): readonly Token[] {
  const end = words.findIndex((word, index) => {
    const next = words[index + 1];
    return !next || line.slice(word.end, next.start).trim() !== '';
  });
  return words.slice(0, end + 1);
}
