import { CommandError, type Context, parameter, worded } from '@helve/command';
import { type ConfinedProgram, type Startable, unconfined } from '@helve/processes';

/** The run itself or, where the caller's programs are confined, the run confined. */
export async function confine(
  run: Startable,
  { network = false }: { readonly network?: boolean | undefined },
  { confinement }: Pick<Context, 'confinement'>,
): Promise<ConfinedProgram> {
  if (confinement) {
    const { confineProgram } = await import('@helve/processes/confine');
    return confineProgram(run, network ? { ...confinement, network: 'open' } : confinement);
  }
  if (!network) return unconfined(run);
  throw new CommandError(
    'INVALID_INPUT',
    worded`${parameter('network')} gives a sandbox access to the network, and there is no ${parameter('sandbox')}`,
    {
      hint: worded`Without a sandbox the command has network access anyway. Leave ${parameter('network')} out, or add ${parameter('sandbox')}.`,
    },
  );
}
