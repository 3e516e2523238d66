import type { Declaration } from './command.ts';
import { CommandError } from './errors.ts';
import { type Parameter, parametersOf, type Problem } from './input.ts';
import { nearest } from './nearest.ts';
import { ifOffered, inWords, parameter, worded, type Wording } from './wording.ts';

/** The error for values that do not fit their parameters. */
export function invalidValues(problems: readonly Problem[], hint?: Wording): CommandError {
  const told = problems.map((problem) => ({ parameter: problem.parameter, message: wordingOf(problem) }));
  const message = told.flatMap((problem, index) => [...(index > 0 ? ['; '] : []), ...problem.message]);
  return new CommandError('INVALID_INPUT', message, {
    hint,
    problems: told,
    details: { problems: told.map((problem) => ({ ...problem, message: inWords(problem.message) })) },
  });
}

function wordingOf({ parameter: name, at, phrase }: Problem): Exclude<Wording, string> {
  return [parameter(name), `${at === undefined ? '' : ` at ${at}`} ${phrase}`];
}

export function unknownParameter(command: Declaration, given: string): CommandError {
  const parameters = parametersOf(command);
  const flags = parameters.map(({ flag }) => flag);
  const [suggestion] = nearest(given, flags);
  const meant = parameters.find(({ flag }) => flag === suggestion);
  return new CommandError('INVALID_INPUT', worded`${command.path} has no ${parameter(given)}`, {
    hint: meant
      ? worded`Did you mean ${parameter(meant.name)}?`
      : parameters.length > 0
        ? worded`It takes ${joined(parameters, ', ')}.`
        : 'It takes no parameters.',
    details: { parameter: given, ...(suggestion ? { suggestion } : {}) },
  });
}

export function missingParameters(command: Declaration, missing: readonly Parameter[]): CommandError {
  const [example] = command.examples;
  return new CommandError('INVALID_INPUT', worded`${command.path} needs ${joined(missing, ' and ')}`, {
    ...(example === undefined ? { hint: [ifOffered('help', `See: helve help ${command.path}`)] } : { example }),
    details: { missing: missing.map(({ name }) => name) },
  });
}

function joined(parameters: readonly Parameter[], between: string): Wording {
  return parameters.flatMap(({ name }, index) => [...(index > 0 ? [between] : []), parameter(name)]);
}

export function givenTwice({ name }: Parameter): CommandError {
  return new CommandError('INVALID_INPUT', worded`${parameter(name)} was given twice`, {
    details: { parameter: name },
  });
}
