import type { Declaration } from '../command.ts';
import type { CommandError } from '../errors.ts';
import { didYouMean, nearest } from '../nearest.ts';
import { findParameter, parametersOf } from '../input.ts';
import { flagName } from './values.ts';
import type { FlagMistake } from './flag-mistake.ts';
import { GLOBAL_PARAMETERS } from './globals.ts';
import { lineProblem, type Place } from './problem.ts';
import { quoteWord, type Token } from './token.ts';

/** What is wrong with a flag that fits nowhere, and what was probably meant. */
export function explainFlag({ token, line, of }: FlagMistake): CommandError {
  const place = { line: line.line, start: token?.start ?? line.line.length, end: token?.end ?? line.line.length };
  if (!token || of === undefined) return withoutCommand(token ? flagName(token) : '', place);
  if (typeof of === 'string') return beforeAction(of, token, place);
  const globals = GLOBAL_PARAMETERS.filter(
    ({ name, terminalOnly }) => (line.fromShell || !terminalOnly) && name !== 'version',
  );
  return token.text.startsWith('--')
    ? unknownFlag(
        of,
        token,
        place,
        globals.map(({ flag }) => flag),
      )
    : shortFlag(of, token, place);
}

function withoutCommand(name: string, place: Place): CommandError {
  const flags = GLOBAL_PARAMETERS.map((parameter) => parameter.flag);
  const meant = didYouMean(name, flags, '', { write: (flag) => `--${flag}` });
  return lineProblem(`There is no flag --${name} here`, place, {
    hint: [meant, 'Put the flags of a command after it; see helve help.'].filter(Boolean).join(' '),
  });
}

/** It stands where the action of a module is expected. */
function beforeAction(module: string, { text }: Token, place: Place): CommandError {
  const [flag = ''] = text.split('=');
  return lineProblem(`${module} needs an action before ${flag}`, place, {
    hint: `Put the flags of a command after it: helve ${module} <action> ${flag} …`,
  });
}

function unknownFlag(command: Declaration, token: Token, place: Place, globals: readonly string[]): CommandError {
  const name = flagName(token);
  if (GLOBAL_PARAMETERS.some(({ flag }) => flag === name)) {
    return lineProblem(`--${name} cannot be used within a line`, place, {
      hint: `Give it to the helve that runs the line: helve batch --${name} …`,
      details: { flag: name },
    });
  }
  const flags = parametersOf(command).map((parameter) => parameter.flag);
  const [suggestion] = nearest(name, [...flags, ...globals]);
  const equals = token.text.indexOf('=');
  const rest = equals < 0 ? '' : `=${rewritten(token.text.slice(equals + 1), token.raw)}`;
  return lineProblem(`${command.path || 'helve'} has no flag --${name}`, place, {
    ...(suggestion ? { replacement: `--${suggestion}${rest}` } : { hint: allFlags(command) }),
    details: { flag: name, ...(suggestion ? { suggestion: `--${suggestion}` } : {}) },
  });
}

/** A value as it can stand on the line again: as it was written, where it had no quotes. */
function rewritten(value: string, raw: string): string {
  return /["'\\$\u2018\u2019\u201c\u201d]/.test(raw) ? quoteWord(value) : value;
}

function allFlags(command: Declaration): string {
  const flags = parametersOf(command).map(({ flag }) => `--${flag}`);
  return flags.length > 0 ? `It takes ${flags.join(', ')}.` : 'It takes no flags.';
}

function shortFlag(command: Declaration, { text, raw }: Token, place: Place): CommandError {
  const parameters = parametersOf(command);
  const letter = text[1] ?? '';
  if (text.length > 2 && [...parameters, ...GLOBAL_PARAMETERS].some(({ short }) => short === letter)) {
    return lineProblem(`${text} joins a flag and its value`, place, {
      replacement: `-${letter} ${rewritten(text.slice(2), raw)}`,
    });
  }
  const whole = findParameter(parameters, text.slice(1));
  if (whole) {
    return lineProblem(`Flags have two dashes: ${text} is not one`, place, { replacement: `--${whole.flag}` });
  }
  const suggestion = parameters.find((parameter) => parameter.flag.startsWith(letter));
  if (!suggestion)
    return lineProblem(`${command.path || 'helve'} has no flag ${text}`, place, { hint: allFlags(command) });
  const corrected = text.length === 2 ? { replacement: `--${suggestion.flag}` } : {};
  return lineProblem(`Flags have two dashes: ${text} is not one`, place, corrected);
}
