import type { TypedLines } from '@helve/command/host';
import type { Judged, Policy } from '../policy.ts';
import { readShellLine, type Where } from './read.ts';

/**
 * Judges lines that are typed into a shell as if they were run by themselves. Only what forbids or wants to be asked
 * counts: in a shell with aliases, functions and a history of its own, a line is not proven to be what it looks like.
 */
export function judgeTyped(
  judged: Judged,
  { text, doubt, workingDirectory }: TypedLines,
  { policy, env }: Pick<Where, 'env'> & { readonly policy: Policy },
): Judged {
  const line = readShellLine(text, { cwd: workingDirectory, env });
  const shell = doubt === undefined ? line : { ...line, doubts: [doubt, ...line.doubts] };
  const request = { ...judged.request, shell };
  const decision = policy.judge(request);
  const restricts =
    decision.verdict === 'deny' || (decision.verdict === 'ask' && decision.rule !== `mode ${policy.mode}`);
  return restricts ? { request, decision } : judged;
}
