import type { Output as AliasSet } from '../../commands/terminal/alias/set.ts';
import type { Output as AliasRemoved } from '../../commands/terminal/alias/remove.ts';
import type { Output as AliasList } from '../../commands/terminal/alias/list.ts';

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
