import type { AliasList, AliasRemoved, AliasSet } from './alias.ts';

/** `name=line`, as a shell lists its aliases. */
export function viewAliases({ aliases, count }: AliasList): string {
  if (count === 0) return '(no aliases)';
  return Object.entries(aliases)
    .map(([name, command]) => `${name}=${command}`)
    .join('\n');
}

export function viewAlias({ status, name, command }: AliasSet | AliasRemoved): string {
  return status === 'set' ? `${name}=${command}` : `${name} is removed`;
}
