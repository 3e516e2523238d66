import type { CommandError } from '../errors.ts';
import { lineProblem } from './problem.ts';
import { quoteWord } from './token.ts';

/** The shell operator at `index`, if a shell would see one there. */
export function operatorAt(line: string, index: number, first: boolean): string | undefined {
  const char = line[index];
  const next = line[index + 1];
  switch (char) {
    case '|':
    case ';':
    case '<':
    case '>':
      return next === char ? char + next : char;
    case '`':
      return char;
    case '$':
      return next === '(' ? '$(' : undefined;
    case '&':
      // Inside a word it is most likely part of an address: `?a=1&b=2`.
      if (next === '&') return '&&';
      return first || next === undefined || next === '>' || /\s/.test(next) ? '&' : undefined;
    default:
      return undefined;
  }
}

/** The error for an operator; where it stands inside a word, the corrected line quotes the word. */
export function operatorProblem(line: string, wordStart: number, index: number, operator: string): CommandError {
  const end = index + operator.length;
  const word = /^\S*/.exec(line.slice(wordStart))?.[0] ?? '';
  const insideWord = index > wordStart && wordStart + word.length > end && !/['"]/.test(word) && operator !== '$(';
  return lineProblem(
    `The shell operator ${operator} is not supported here; nothing was run`,
    { line, start: insideWord ? wordStart : index, end: insideWord ? wordStart + word.length : end },
    {
      hint: 'A line is one command without a shell. Quote the value if the operator is part of it.',
      ...(insideWord ? { replacement: quoteValue(word) } : {}),
      details: { operator },
    },
  );
}

/** Quotes a word, or only the value of `--flag=value`. */
function quoteValue(word: string): string {
  const flag = /^--[\w-]+=/.exec(word)?.[0] ?? '';
  return flag + quoteWord(word.slice(flag.length));
}
