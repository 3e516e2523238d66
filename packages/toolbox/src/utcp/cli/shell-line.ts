import type { CallTemplate } from '../manual-format.ts';
import { analyse } from './analyse.ts';
import { argumentText } from './placeholder.ts';
import { argumentVariable } from './reference.ts';
import { readTemplate, surroundingsOf } from './template.ts';

/** Longer arguments are no paths, and say nothing of what is run. */
const LONGEST_VALUE = 5000;

/** What a call would run, as one text for who judges shell lines: the values stand where the script refers to them. */
export function shellLine(template: CallTemplate, args: Readonly<Record<string, unknown>>): string {
  const read = readTemplate(template);
  const { steps, unsafeArguments } = read;
  const { names: all, write } = analyse(
    steps.map(({ command }) => command),
    unsafeArguments,
    surroundingsOf(read),
  );
  const names = all.filter((name) => !name.startsWith('${'));
  const line = write(names).join('\n');
  return names.reduce(
    (text, name, index) => text.replaceAll(`\${${argumentVariable(index)}}`, () => quoted(name, args[name])),
    line,
  );
}

/** A reference always stands in double quotes. */
function quoted(name: string, value: unknown): string {
  if (value === undefined) return '';
  return argumentText(name, value)
    .slice(0, LONGEST_VALUE)
    .replaceAll(/[\\"$`]/g, String.raw`\$&`);
}
