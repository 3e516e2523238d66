import type { Output as Listed } from '../commands/utcp/list.ts';
import type { Output as Registered } from '../commands/utcp/register.ts';
import type { Output as Validation } from '../commands/utcp/validate.ts';

export function viewRegistered({ name, source, tools, problems }: Registered): string {
  return [`Registered ${name} in ${source}`, ...tools.map((tool) => `  ${tool}`), ...problems].join('\n');
}

export function briefRegistered({ name, tools }: Registered): string {
  return `Registered ${name}: ${count(tools.length, 'tool')}`;
}

export function viewManuals({ manuals }: Listed): string {
  if (manuals.length === 0) return 'No manual is registered';
  return manuals
    .map(({ name, type, scope, tools, problem }) =>
      [
        `${name} (${type}, ${scope}): ${problem ?? count(tools.length, 'tool')}`,
        ...tools.map((tool) => `  ${tool}`),
      ].join('\n'),
    )
    .join('\n');
}

export function briefManuals({ manuals }: Listed): string {
  return count(manuals.length, 'manual');
}

interface Tools {
  readonly tools: readonly { readonly name: string; readonly description: string; readonly source?: string }[];
  readonly problems?: readonly string[];
}

export function viewTools({ tools, problems = [] }: Tools): string {
  if (tools.length === 0) return ['No tool fits', ...problems].join('\n');
  const width = Math.min(40, Math.max(...tools.map(({ name }) => name.length)));
  const rows = tools.map(({ name, description }) =>
    `${name.padEnd(width)}  ${description.split('\n')[0] ?? ''}`.trimEnd(),
  );
  return [...rows, ...problems].join('\n');
}

export function briefTools({ tools }: Tools): string {
  return count(tools.length, 'tool');
}

export function viewValidation({ kind, valid, findings }: Validation): string {
  const rows = findings.map(({ level, at, message, hint }) =>
    [`${level}${at === '' ? '' : ` ${at}`}: ${message}`, ...(hint === undefined ? [] : [`  ${hint}`])].join('\n'),
  );
  return [`The ${kind} is ${valid ? 'valid' : 'not valid'}`, ...rows].join('\n');
}

export function briefValidation({ kind, valid, findings }: Validation): string {
  return `The ${kind} is ${valid ? 'valid' : 'not valid'}: ${count(findings.length, 'finding')}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
