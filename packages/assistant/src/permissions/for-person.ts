import { isGuard, type Question } from '@helve/policy';

/**
 * Whether only a person may say yes: to what approves something in their name, to more access than the sandbox gives, and
 * to files that make other programs run code. A hook may still say no.
 */
export function isForPerson({ approval, needs, sandbox, decision }: Question): boolean {
  return approval === true || needs !== undefined || sandbox === 'leaves' || isGuard(decision);
}
