import type { Command } from '../command.ts';
import { type Parameter, parametersOf } from '../input.ts';
import { quoteWord } from './token.ts';

/** The line that says the same as an input; parsing it gives the input back. */
export function formatLine(command: Pick<Command, 'path' | 'input'>, input: object): string {
  const words = ['helve', command.path];
  for (const parameter of parametersOf(command)) {
    const value: unknown = (input as Record<string, unknown>)[parameter.name];
    if (value === undefined) continue;
    if (parameter.type === 'boolean') words.push(value === false ? `--no-${parameter.flag}` : `--${parameter.flag}`);
    else words.push(`--${parameter.flag}`, formatValue(parameter, value));
  }
  return words.join(' ');
}

function formatValue(parameter: Parameter, value: unknown): string {
  if (parameter.type === 'json') return quoteWord(JSON.stringify(value));
  return Object.is(value, -0) ? '-0' : quoteWord(String(value));
}
