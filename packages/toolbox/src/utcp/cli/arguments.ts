import { CommandError } from '@helve/command';
import type { Analysis, Refusal } from './analyse.ts';
import { argumentText } from './placeholder.ts';

/** The arguments as texts, in the order of the script; refuses what would not be data, before anything runs. */
export function valuesOf(analysis: Analysis, args: Readonly<Record<string, unknown>>): readonly string[] {
  const { names, refusals, conditions } = analysis;
  const [refusal] = refusals;
  if (refusal) throw refused(refusal, refusals);
  const missing = names.filter((name) => !Object.hasOwn(args, name) || args[name] === undefined);
  if (missing.length > 0) {
    throw new CommandError('INVALID_INPUT', `Arguments are missing: ${missing.join(', ')}`, {
      hint: 'Give each argument that the commands name.',
      details: { missing },
    });
  }
  const values = names.map((name) => argumentText(name, args[name]));
  for (const { name, step, refused, why, hint } of conditions) {
    if (!refused.test(values[names.indexOf(name)] ?? '')) continue;
    throw new CommandError('INVALID_INPUT', `The value of ${name} ${why} in commands[${step}]`, {
      hint: `${hint} Or list it in unsafe_arguments of the template.`,
      details: { argument: name, step },
    });
  }
  return values;
}

function refused({ step, pos, source, why, hint }: Refusal, all: readonly Refusal[]): CommandError {
  return new CommandError('INVALID_INPUT', `The tool was not run: ${source.text} ${why} (${placeText(step, pos)})`, {
    hint: `${hint} Where it is meant so, list the argument in unsafe_arguments of the template.`,
    retry: 'never',
    details: {
      places: all.map((each) => ({ step: each.step, position: each.pos, what: each.source.text, why: each.why })),
    },
  });
}

export function placeText(step: number, pos: number | undefined): string {
  return `commands[${step}]${pos === undefined ? '' : `, character ${pos + 1}`}`;
}
