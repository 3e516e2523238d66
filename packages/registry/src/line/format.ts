import type { Command } from '../command.ts';
import { parametersOf } from '../schema.ts';
import { quoteWord } from './quote.ts';

/** The line that says the same as an input; parsing it gives the input back. */
export function formatLine(command: Pick<Command, 'path' | 'input'>, input: object): string {
  const words = ['helve', command.path];
  for (const parameter of parametersOf(command)) {
    const value: unknown = (input as Record<string, unknown>)[parameter.name];
    if (value === undefined) continue;
    if (parameter.type === 'boolean') words.push(value === false ? `--no-${parameter.flag}` : `--${parameter.flag}`);
    else words.push(`--${parameter.flag}`, formatValue(value));
  }
  return words.join(' ');
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return quoteWord(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return quoteWord(JSON.stringify(value));
}
