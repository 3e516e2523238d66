import type { Declaration } from './command.ts';
import { CommandError } from './errors.ts';
import { type Parameter, parametersOf } from './schema.ts';

/** An input that fits its command, with defaults. */
export interface Validated<Input> {
  readonly input: Input;
  readonly warnings: readonly string[];
}

/** Checks a raw input, whose keys are names or flags of parameters. Throws INVALID_INPUT. */
export async function validate<Input extends object>(
  command: Declaration<Input>,
  rawInput: unknown,
  help = `helve help ${command.path}`,
): Promise<Validated<Input>> {
  if (typeof rawInput !== 'object' || rawInput === null || Array.isArray(rawInput)) {
    throw new CommandError('INVALID_INPUT', `The input of ${command.path} must be an object of parameters`);
  }
  const parameters = parametersOf(command);
  const named: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rawInput)) {
    const found = findParameter(parameters, key);
    if (!found) throw (await errors()).unknownParameter(command, key);
    if (found.name in named) throw (await errors()).givenTwice(found);
    named[found.name] = value;
  }
  const missing = parameters.filter(({ name, required }) => required && !(name in named));
  if (missing.length > 0) throw (await errors()).missingParameters(command, missing);
  const parsed = await command.input.parse(named);
  if (parsed.ok) return { input: parsed.input, warnings: parsed.warnings ?? [] };
  throw (await errors()).invalidValues(parsed.problems, parsed.hint ?? `See: ${help}`);
}

export function findParameter(parameters: readonly Parameter[], name: string): Parameter | undefined {
  return parameters.find((each) => each.name === name || each.flag === name || each.also?.includes(name) === true);
}

/** Most inputs fit: how to say that one does not is loaded when that happens. */
function errors() {
  return import('./invalid-input.ts');
}
