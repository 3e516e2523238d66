import { type Command, CommandError } from '@helve/command';
import type { Decision } from './policy.ts';

/** The error for what the policy, or a person who was asked, did not permit. */
export function denied(command: Command, decision: Decision, reason: string): CommandError {
  return new CommandError(
    decision.outsideRoots ? 'OUTSIDE_ROOTS' : 'PERMISSION_DENIED',
    `${command.path} was not permitted: ${reason}`,
    {
      hint: decision.outsideRoots
        ? 'Use a path inside the allowed folders, or add its folder to permissions.roots in the settings.'
        : `Decided by ${decision.rule} (${decision.source}).`,
      retry: 'never',
      details: { verdict: decision.verdict, rule: decision.rule, source: decision.source },
    },
  );
}
