import type { Declaration } from './command.ts';
import { CommandError } from './errors.ts';
import type { Problem } from './input.ts';
import { nearest } from './nearest.ts';
import { type Parameter, parametersOf } from './schema.ts';
import { inWords, parameter, type Wording, worded } from './wording.ts';

/** The error for values that do not fit their parameters. */
export function invalidValues(problems: readonly Problem[], hint?: Wording): CommandError {
  const told = problems.map((problem) => ({ parameter: problem.parameter, message: wordingOf(problem) }));
  const message = told.flatMap((problem, index) => [...(index > 0 ? ['; '] : []), ...problem.message]);
  return new CommandError('INVALID_INPUT', message, {
    hint,
    details: { problems: told.map((problem) => ({ ...problem, message: inWords(problem.message) })) },
  });
}

function wordingOf({ parameter: name, at, phrase }: Problem): Exclude<Wording, string> {
  return [parameter(name), `${at === undefined ? '' : ` at ${at}`} ${phrase}`];
}

export function unknownParameter(command: Declaration, name: string): CommandError {
  const flags = parametersOf(command).map(({ flag }) => flag);
  const [suggestion] = nearest(name, flags);
  return new CommandError('INVALID_INPUT', `${command.path} has no --${name}`, {
    hint: suggestion
      ? `Did you mean --${suggestion}?`
      : flags.length > 0
        ? `It takes ${flags.map((flag) => `--${flag}`).join(', ')}.`
        : 'It takes no parameters.',
    details: { parameter: name, ...(suggestion ? { suggestion } : {}) },
  });
}

export function missingParameters(command: Declaration, missing: readonly Parameter[]): CommandError {
  const names = missing.flatMap(({ name }, index) => [...(index > 0 ? [' and '] : []), parameter(name)]);
  return new CommandError('INVALID_INPUT', [`${command.path} needs `, ...names], {
    hint: command.examples[0] ? `For example: ${command.examples[0]}` : `See: helve help ${command.path}`,
    details: { missing: missing.map(({ name }) => name) },
  });
}

export function givenTwice({ name }: Parameter): CommandError {
  return new CommandError('INVALID_INPUT', worded`${parameter(name)} was given twice`, {
    details: { parameter: name },
  });
}
