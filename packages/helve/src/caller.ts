import { join, resolve } from 'node:path';
import type { CallerOptions, SettledCaller } from '@helve/assistant';
import { CommandError, type Contact, type Place, type Registry } from '@helve/command';
import type { Forward } from '@helve/command/host';
import { type Ask, authorityOf, type Mode, openPolicy } from '@helve/policy';
import { readSettings } from '@helve/settings';

/** Who calls, and how they are reached during a call. */
export interface HostedCallerOptions extends CallerOptions {
  readonly signal?: AbortSignal | undefined;
  readonly ask?: Ask | undefined;
  readonly contact?: Contact | undefined;
}

/** Puts together who calls: the state folder, the settings that hold there, and the policy that follows. */
export async function createCaller(registry: Registry, from: HostedCallerOptions): Promise<SettledCaller> {
  const { cwd, env, signal, ask, contact } = from;
  const home = await homeOf(from);
  const settings = await readSettings({ cwd, home });
  const forward: Forward = async (...call) => (await import('./service/forward.ts')).forward(...call);
  const base = { place: { cwd, env, home }, reach: { signal, contact }, host: { registry, forward }, settings };
  const settle = async () => (await import('./policy.ts')).settle({ cwd, home, registry, settings }, from);
  // Without any settings there is nothing to load for them.
  if (settings.layers.length > 0 || (from.rules ?? []).length > 0 || (from.mode ?? from.defaultMode) !== OPEN) {
    const { env: variables, ...settled } = await settle();
    return { ...base, ...settled, place: { ...base.place, env: variables } };
  }
  return {
    ...base,
    authority: authorityOf(openPolicy(from.mode ? '--permission-mode' : from.defaultModeSource), ask),
    notices: [],
    remake: async (change) => (await settle()).remake(change),
  };
}

const OPEN: Mode = 'bypassPermissions';

/** The state folder. A variable that is empty is one that is not set; a flag that is empty is a mistake. */
export async function homeOf({ cwd, env, home }: Pick<CallerOptions, 'cwd' | 'env' | 'home'>): Promise<string> {
  if (home === '') {
    throw new CommandError('INVALID_INPUT', '--home needs a folder, and is empty', {
      hint: 'Name the state folder, or leave --home out.',
    });
  }
  return resolve(cwd, home ?? (env.HELVE_HOME || join(env.HOME || (await import('node:os')).homedir(), '.helve')));
}

/** Where the caller stands, with what the arguments say of that. */
export async function placeOf(
  from: Pick<CallerOptions, 'cwd' | 'env'>,
  said: { readonly cwd?: string; readonly home?: string },
): Promise<Place> {
  const cwd = await enterFolder(from.cwd, said.cwd);
  return { cwd, env: from.env, home: await homeOf({ ...from, cwd, home: said.home }) };
}

/** The folder that --cwd names, which must exist. */
export async function enterFolder(cwd: string, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return cwd;
  const { stat } = await import('node:fs/promises');
  const folder = resolve(cwd, wanted);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return folder;
  throw new CommandError('INVALID_INPUT', `--cwd ${wanted} is not a folder`, { hint: 'Name a folder that exists.' });
}
