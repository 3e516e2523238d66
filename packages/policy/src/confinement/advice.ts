import type { Need } from '@helve/command';
import { describeNeed, rulesForNeeds } from './widen.ts';

/** What to do about access that a program lacked in the sandbox. `line` is the shell line that it ran in, if there is one. */
export function adviceFor(needs: readonly Need[], line?: string): string {
  const program = /^\s*([\w./-]+)/.exec(line ?? '')?.[1];
  const rules = rulesForNeeds(needs, program === undefined ? [] : [`Bash(${program} *)`]);
  const guarded = needs.flatMap((need) => (need.kind === 'write' && need.guarded ? [need.path] : []));
  return [
    `The sandbox blocked it: it needs ${needs.map(describeNeed).join(' and ')}.`,
    ...guarded.map((path) => `${path} is guarded, because such a file can make other programs run code.`),
    rules.length > 0
      ? `Ask the user. They can allow it with ${rules.length === 1 ? 'this rule' : 'these rules'} in permissions.allow: ${rules.join(', ')}`
      : 'Ask the user to run it: what a person types in a terminal is not confined.',
  ].join(' ');
}
