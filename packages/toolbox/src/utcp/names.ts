import { CommandError } from '@helve/command';

/** A manual's name as part of its tools' names: nothing but letters, digits and underscores. */
export function manualName(given: string): string {
  const name = given.trim().replaceAll(/\W/g, '_');
  if (name !== '') return name;
  throw new CommandError('INVALID_INPUT', 'A manual needs a name', { hint: 'Give it one: "name": "weather".' });
}

/** `manual.tool` taken apart. A tool's own name may hold dots, as those of MCP servers do. */
export function splitToolName(name: string): readonly [manual: string, tool: string] {
  const dot = name.indexOf('.');
  return dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot + 1)];
}
