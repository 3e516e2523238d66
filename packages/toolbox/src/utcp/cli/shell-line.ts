import type { CallTemplate } from '../manual-format.ts';
import { analyse } from './analyse.ts';
import { argumentText } from './placeholder.ts';
import { argumentVariable } from './reference.ts';
import { readTemplate } from './template.ts';

/** Longer arguments are no paths, and say nothing of what is run. */
const LONGEST_VALUE = 5000;

/** What a call would run, as one text for who judges shell lines: the values stand where the script refers to them. */
export function shellLine(template: CallTemplate, args: Readonly<Record<string, unknown>>): string {
  const { steps, unsafeArguments } = readTemplate(template);
  const { names, texts } = analyse(
    steps.map(({ command }) => command),
    unsafeArguments,
  );
  const line = texts.join('\n');
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
