import { CommandError } from '@helve/command';
import type { Analysis, Refusal } from './analyse.ts';
import { argumentText } from './placeholder.ts';

/** The arguments as texts, in the order of the script; refuses what would not be data, before anything runs. */
export function valuesOf(
  analysis: Analysis,
  args: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, string>> = {},
): GivenArguments {
  const { refusals, conditions } = analysis;
  // A variable of UTCP that has no value is left to the shell.
  const names = analysis.names.filter((name) => !isVariable(name) || Object.hasOwn(variables, variableName(name)));
  const [refusal] = refusals;
  if (refusal) throw refused(refusal, refusals);
  const missing = names.filter((name) => !isVariable(name) && (!Object.hasOwn(args, name) || args[name] === undefined));
  if (missing.length > 0) {
    throw new CommandError('INVALID_INPUT', `Arguments are missing: ${missing.join(', ')}`, {
      hint: 'Give each argument that the commands name.',
      details: { missing },
    });
  }
  const values = names.map((name) => argumentText(name, isVariable(name) ? variables[variableName(name)] : args[name]));
  for (const { name, step, refused, why, hint } of conditions) {
    const index = names.indexOf(name);
    if (index < 0 || !refused.test(values[index] ?? '')) continue;
    throw new CommandError('INVALID_INPUT', `The value of ${name} ${why} in commands[${step}]`, {
      hint: `${hint} Or list it in unsafe_arguments of the template.`,
      details: { argument: name, step },
    });
  }
  return { names, values };
}

/** The arguments that a script is given, in the order in which it reads them. */
export interface GivenArguments {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

function isVariable(name: string): boolean {
  return name.startsWith('${');
}

function variableName(name: string): string {
  return name.slice(2, -1);
}

function refused({ step, pos, source, why, hint }: Refusal, all: readonly Refusal[]): CommandError {
  return new CommandError('INVALID_INPUT', `The tool was not run: ${source.text} ${why} (${placeText(step, pos)})`, {
    hint: `${hint} If this is intended, list the argument in unsafe_arguments of the template.`,
    retry: 'never',
    details: {
      places: all.map((each) => ({ step: each.step, position: each.pos, what: each.source.text, why: each.why })),
    },
  });
}

export function placeText(step: number, pos: number | undefined): string {
  return `commands[${step}]${pos === undefined ? '' : `, character ${pos + 1}`}`;
}
