import type { Context } from '@helve/command';
import { adviceFor } from '@helve/policy';
import { hiddenIn, needsIn } from '@helve/processes';
import type { Output } from '../../commands/terminal/exec.ts';

interface Ran extends Pick<Output, 'status' | 'workingDirectory'> {
  readonly line: string | undefined;
  readonly printed: string;
  /** Hosts that the proxy of the sandbox did not let it reach. */
  readonly refused: readonly string[];
}

/** What a confined run that failed lacked, for its result, and what to do about it. */
export function lackedIn(
  { confinement }: Pick<Context, 'confinement'>,
  { status, workingDirectory, line, printed, refused }: Ran,
): Pick<Output, 'sandbox' | 'suggestion'> {
  if (!confinement || status === 'success') return {};
  const needs = needsIn(printed, { confinement, cwd: workingDirectory, refused });
  if (needs.length > 0) return { sandbox: { needs: [...needs] }, suggestion: adviceFor(needs, line) };
  const hidden = hiddenIn(printed, { confinement, cwd: workingDirectory });
  if (hidden.length === 0) return {};
  const files = hidden.map(({ path, by }) => `${path} by ${by}`).join(', ');
  return {
    suggestion: `The sandbox hides from programs: ${files}. Do without it, or ask the user to change the rule.`,
  };
}
