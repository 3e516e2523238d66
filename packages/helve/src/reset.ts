import { rename } from 'node:fs/promises';
import type { CallerOptions } from '@helve/assistant';
import { flag, toCommandError } from '@helve/command';
import { defineWord, readWord } from '@helve/command/line';
import { describeError, type ExitCode, exitCodeOf, renderDeclaration, type Streams } from '@helve/doors';
import { userSettings } from '@helve/settings';
import * as v from 'valibot';
import { homeOf } from './caller.ts';

export const RESET = defineWord({
  path: '--reset',
  summary: 'Back up your settings and start fresh',
  globals: ['home', 'help'],
  input: v.object({ reset: flag('Move the settings of the state folder aside', { alone: true }) }),
  examples: ['helve --reset'],
});

/** Goes back to the state before the first run: without the user's settings, which are moved aside. */
export async function reset(
  args: readonly string[],
  streams: Streams,
  from: Pick<CallerOptions, 'cwd' | 'env'>,
): Promise<ExitCode> {
  try {
    const { globals } = await readWord(RESET, args);
    const { home, help } = globals;
    await streams.write(
      help ? renderDeclaration(RESET) : `${await moveAside(userSettings(await homeOf({ ...from, home })))}\n`,
    );
    return 0;
  } catch (thrown) {
    const error = toCommandError(thrown);
    streams.writeError(`error: ${describeError(error)}\n`);
    return exitCodeOf(error);
  }
}

async function moveAside(file: string): Promise<string> {
  const aside = file.replace(/\.json$/, `.${new Date().toISOString().replaceAll(/[:.]/g, '-')}.old.json`);
  try {
    await rename(file, aside);
    return `The settings are reset. What they were is in ${aside}`;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return `There are no settings in ${file}`;
    throw toCommandError(thrown, file);
  }
}
