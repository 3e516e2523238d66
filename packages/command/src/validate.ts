import * as v from 'valibot';
import type { Declaration } from './command.ts';
import { CommandError } from './errors.ts';
import { type Parameter, parametersOf } from './schema.ts';
import { nearest } from './nearest.ts';

/**
 * Checks an input against the command's schema and fills in defaults. Names may be camelCase, kebab-case or one of the
 * parameter's other names; what is left over is an error, so that a misspelt option never goes unnoticed.
 */
export function validate(command: Declaration, raw: unknown): object {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    throw new CommandError('INVALID_INPUT', `The input of ${command.path} must be an object of parameters`);
  }
  const parameters = parametersOf(command);
  const named: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(raw)) {
    if (value === undefined) continue;
    const parameter = findParameter(parameters, key);
    if (!parameter) throw unknownParameter(command, key);
    if (parameter.name in named) {
      throw new CommandError('INVALID_INPUT', `--${parameter.flag} was given twice`, {
        details: { parameter: parameter.name },
      });
    }
    named[parameter.name] = value;
  }
  const missing = parameters.filter((parameter) => parameter.required && !(parameter.name in named));
  if (missing.length > 0) throw missingParameters(command, missing);
  const result = v.safeParse(command.input, named);
  if (result.success) return result.output;
  const problems = result.issues.map(describeIssue);
  throw new CommandError('INVALID_INPUT', problems.map((problem) => problem.message).join('; '), {
    hint: `See: helve help ${command.path}`,
    details: { problems },
  });
}

export function findParameter(parameters: readonly Parameter[], name: string): Parameter | undefined {
  return parameters.find(
    (parameter) => parameter.name === name || parameter.flag === name || parameter.also?.includes(name) === true,
  );
}

export function unknownParameter(command: Declaration, name: string, details: object = {}): CommandError {
  const flags = parametersOf(command).map((parameter) => parameter.flag);
  const [suggestion] = nearest(name, flags);
  return new CommandError('INVALID_INPUT', `${command.path} has no --${name}`, {
    hint: suggestion
      ? `Did you mean --${suggestion}?`
      : flags.length > 0
        ? `It takes ${flags.map((flag) => `--${flag}`).join(', ')}.`
        : 'It takes no parameters.',
    details: { ...details, parameter: name, ...(suggestion ? { suggestion } : {}) },
  });
}

function missingParameters(command: Declaration, missing: readonly Parameter[]): CommandError {
  const flags = missing.map((parameter) => `--${parameter.flag}`);
  return new CommandError('INVALID_INPUT', `${command.path} needs ${flags.join(' and ')}`, {
    hint: command.examples[0] ? `For example: ${command.examples[0]}` : `See: helve help ${command.path}`,
    details: { missing: missing.map((parameter) => parameter.name) },
  });
}

function describeIssue(issue: v.BaseIssue<unknown>): { readonly parameter: string; readonly message: string } {
  const path = v.getDotPath(issue) ?? '';
  const [parameter = ''] = path.split('.');
  const flag = parameter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { parameter, message: `--${flag}${path === parameter ? '' : ` at ${path}`} ${phraseOf(issue)}` };
}

/** What is wrong with a value that came some other way than as a parameter: `fields.0.value must be string, not 1`. */
export function explainIssue(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'it'} ${phraseOf(issue)}`;
}

/** valibot's own messages speak of expected and received types; ours are phrases that follow the parameter's name. */
function phraseOf({ expected, received, message }: v.BaseIssue<unknown>): string {
  if (expected === null || !message.startsWith('Invalid')) return message;
  if (!message.startsWith('Invalid key')) return `must be ${expected}, not ${received}`;
  return expected === 'never' ? 'is not known' : 'is missing';
}
