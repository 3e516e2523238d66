import { access } from 'node:fs/promises';
import { CommandError, type Context } from '@helve/command';
import type { SandboxState } from '@helve/policy';
import { readSettings, sandboxOf } from '@helve/settings';
import type { Step } from './check.ts';

/** Whether programs can be confined here, and how the settings use that. */
export const SANDBOX_STEPS: Readonly<Record<string, Step>> = {
  programs: async (context) => {
    const { layers } = await readSettings(context.place);
    const { setting, source } = sandboxOf(layers) ?? { setting: 'auto', source: 'the default' };
    const { sandboxState } = await import('@helve/processes/confine');
    const state = await sandboxState();
    if (state.works) {
      const works = `${state.driver}${await versionOf(state.driver, context)} works`;
      if (setting !== 'off') return `${works} (setting ${setting}, ${source})`;
      return {
        off: `${works}, and the setting is off (${source})`,
        hint: 'Programs that a model starts can do all that you can. Set sandbox to auto in the settings.',
      };
    }
    const detail = `There is no sandbox here: ${state.causes.join('; ')}`;
    const hint = await remedyFor(state);
    if (setting !== 'required') return { off: detail, hint };
    throw new CommandError('UNAVAILABLE', `${detail}. No program runs, because ${source} requires the sandbox`, {
      hint,
    });
  },
};

const VERSIONS: Readonly<Record<string, string>> = { bubblewrap: 'bwrap', namespaces: 'unshare' };

/** What a driver's program prints of its version, as ` 0.8.0`; nothing where it has none. */
async function versionOf(driver: string, { place, signal }: Context): Promise<string> {
  const program = VERSIONS[driver];
  if (program === undefined) return '';
  const { runProgram } = await import('@helve/processes');
  const folders = '/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin:/usr/local/bin';
  let printed = '';
  await runProgram({
    program,
    args: ['--version'],
    cwd: place.cwd,
    env: { PATH: folders },
    outerRun: undefined,
    timeoutMs: 5_000,
    signal,
    keepChildren: false,
    stdout: (bytes) => {
      printed += bytes.toString();
      return undefined;
    },
    stderr: undefined,
  });
  const [version] = /\d+(?:\.\d+)+/.exec(printed) ?? [];
  return version === undefined ? '' : ` ${version}`;
}

async function remedyFor({ causes, remedy }: Extract<SandboxState, { readonly works: false }>): Promise<string> {
  const isMissing = causes.some((cause) => cause.startsWith('bubblewrap: bwrap is not installed'));
  const install = 'Install bubblewrap: apt install bubblewrap, dnf install bubblewrap or pacman -S bubblewrap.';
  return [
    isMissing ? install : remedy,
    ...((await isContainer())
      ? [
          'In a container, start it with --security-opt seccomp=unconfined --security-opt apparmor=unconfined, so that user namespaces can be made.',
        ]
      : []),
  ].join(' ');
}

async function isContainer(): Promise<boolean> {
  const marks = await Promise.allSettled([access('/.dockerenv'), access('/run/.containerenv')]);
  return marks.some(({ status }) => status === 'fulfilled');
}
