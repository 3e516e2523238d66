import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { version } from 'node:process';
import { CommandError, toCommandError } from '@helve/command';
import type { Step } from './check.ts';

/** What commands need of the machine. */
export const MACHINE_STEPS: Readonly<Record<string, Step>> = {
  node: async () => version,

  home: async ({ place: { home } }) => {
    const place = await nearestThere(home);
    try {
      // With the slash a file is no folder.
      await access(`${place}/`, constants.W_OK);
    } catch {
      throw new CommandError('PERMISSION_DENIED', `${place} cannot be written`, {
        hint: 'Conversations, settings and keys are kept there: give it to yourself, or name another folder in HELVE_HOME',
      });
    }
    return place === home ? `${home} can be written` : `${home} can be made`;
  },

  git: async ({ place: { cwd, env }, signal }) => {
    try {
      const { runGit } = await import('@helve/processes');
      const { stdout } = await runGit({ args: ['--version'], effect: 'inspect', cwd, env, signal });
      return stdout.trim();
    } catch (thrown) {
      if (toCommandError(thrown).code !== 'PROGRAM_MISSING') throw thrown;
      return { off: 'git is not installed', hint: 'Install it for helve git, /review and plugins: apt install git' };
    }
  },
};

/** A folder, or where it is not there yet the one that it would be made in. */
async function nearestThere(folder: string): Promise<string> {
  try {
    await access(folder);
    return folder;
  } catch (thrown) {
    return isMissing(thrown) && dirname(folder) !== folder ? nearestThere(dirname(folder)) : folder;
  }
}

function isMissing(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ENOENT';
}
