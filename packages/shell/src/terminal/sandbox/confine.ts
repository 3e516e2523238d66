import { CommandError, type Context, parameter, worded } from '@helve/command';
import type { ConfinedProgram } from '@helve/processes';

/** Whether a run is confined, and whether it then has the network. */
export interface SandboxInput {
  readonly sandbox?: boolean | undefined;
  readonly network?: boolean | undefined;
}

/** The run itself or, with `sandbox`, the run confined by the caller's rules. */
export async function confine(
  run: Omit<ConfinedProgram, 'release'>,
  { sandbox = false, network = false }: SandboxInput,
  context: Pick<Context, 'confinement'>,
): Promise<ConfinedProgram> {
  if (sandbox) {
    const { confineProgram } = await import('@helve/processes/confine');
    return confineProgram(run, await context.confinement(), network ? 'open' : 'closed');
  }
  if (!network) return { ...run, release: () => {} };
  throw new CommandError(
    'INVALID_INPUT',
    worded`${parameter('network')} gives a sandbox access to the network, and there is no ${parameter('sandbox')}`,
    {
      hint: worded`Without a sandbox the command has network access anyway. Leave ${parameter('network')} out, or add ${parameter('sandbox')}.`,
    },
  );
}

/** Throws if the sandbox failed to start. What it prints then is not the program's. */
export function checkStarted({ sandbox = false }: SandboxInput, exitCode: number | null, printed: string): void {
  const failure = sandbox && exitCode !== 0 ? /^(?:bwrap|sandbox): (.+)/.exec(printed)?.[1] : undefined;
  if (failure === undefined) return;
  throw new CommandError('UNAVAILABLE', `The sandbox failed to start, so the command did not run: ${failure.trim()}`, {
    hint: 'Check that the working directory and the project exist. helve doctor shows whether there is a sandbox.',
    retry: 'conditional',
  });
}
