import { CommandError, parameter, type Place, worded } from '@helve/command';
import { sandboxed, type Spawnable } from './sandbox.ts';

/** How far a run is kept in. */
export interface Confinement {
  readonly sandbox?: boolean | undefined;
  readonly network?: boolean | undefined;
}

/** The run itself or, where that is asked for, the run kept in: it writes in the project and in temp, nowhere else. */
export async function confine(
  run: Spawnable,
  { sandbox = false, network = false }: Confinement,
  workingDirectory: string,
  context: Pick<Place, 'cwd' | 'env'>,
): Promise<Spawnable> {
  if (sandbox) {
    const folders = new Set([context.cwd, workingDirectory, context.env.TMPDIR ?? '/tmp']);
    return sandboxed(run, { folders: [...folders], network }, context);
  }
  if (!network) return run;
  throw new CommandError(
    'INVALID_INPUT',
    worded`${parameter('network')} lets a sandbox have the network, and there is no ${parameter('sandbox')}`,
    {
      hint: worded`Without a sandbox there is a network anyway. Leave ${parameter('network')} out, or add ${parameter('sandbox')}.`,
    },
  );
}
