import { rename } from 'node:fs/promises';
import type { CallerOptions } from '@helve/assistant';
import { toCommandError } from '@helve/command';
import { describeError, type ExitCode, type Streams } from '@helve/doors';
import { userSettings } from '@helve/settings';
import { homeOf } from './caller.ts';

/** Goes back to the state before the first run: without the user's settings, which are moved aside. */
export async function reset(
  args: readonly string[],
  streams: Streams,
  from: Pick<CallerOptions, 'cwd' | 'env'>,
): Promise<ExitCode> {
  const [flag, home] = args;
  if (args.length > 0 && (args.length !== 2 || flag !== '--home')) {
    streams.writeError(`error: --reset takes nothing but --home <folder>\n`);
    return 2;
  }
  const file = userSettings(await homeOf({ ...from, home }));
  const aside = file.replace(/\.json$/, `.${new Date().toISOString().replaceAll(/[:.]/g, '-')}.old.json`);
  try {
    await rename(file, aside);
    await streams.write(`The settings are reset. What they were is in ${aside}\n`);
    return 0;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') {
      await streams.write(`There are no settings in ${file}\n`);
      return 0;
    }
    streams.writeError(`error: ${describeError(toCommandError(thrown, file))}\n`);
    return 1;
  }
}
