import { join, resolve } from 'node:path';
import type { CallerOptions, SettledCaller } from '@helve/assistant';
import { CommandError, type Contact, type Place, type ProcessId, type Registry } from '@helve/command';
import type { Forward } from '@helve/command/host';
import {
  asModel,
  type Ask,
  authorityOf,
  DEFAULT_SANDBOX,
  isMarkedAsModel,
  type Mode,
  openPolicy,
  SANDBOX_VARIABLE,
} from '@helve/policy';
import { readSettings, type Settings } from '@helve/settings';
import { sandboxOfMachine } from './sandbox.ts';

/** Who calls, and how they are reached during a call. */
export interface HostedCallerOptions extends CallerOptions {
  readonly signal?: AbortSignal | undefined;
  readonly ask?: Ask | undefined;
  readonly contact?: Contact | undefined;
  /** The process with which its terminal sessions end. */
  readonly owner?: ProcessId | undefined;
  /** Continue with the defaults where the settings are broken, for commands that find out what is wrong. */
  readonly toleratesBrokenSettings?: boolean | undefined;
}

/** Puts together who calls: the state folder, the settings that hold there, and the policy that follows. */
export async function createCaller(registry: Registry, from: HostedCallerOptions): Promise<SettledCaller> {
  if (!isMarkedAsModel(from.env)) return createUnmarked(registry, from);
  // A program of a model called helve: a person did not.
  return asModel(await createUnmarked(registry, { ...from, by: from.by === 'person' ? 'client' : from.by }));
}

async function createUnmarked(registry: Registry, from: HostedCallerOptions): Promise<SettledCaller> {
  const { cwd } = from;
  const home = await homeOf(from);
  try {
    // What the user has said to Claude Code is about what models do.
    const place = from.by === 'model' ? { cwd, home, env: from.env } : { cwd, home };
    return await callerWith(registry, from, home, await readSettings(place));
  } catch (thrown) {
    const isBroken = thrown instanceof CommandError && thrown.code === 'INVALID_SETTINGS';
    if (!isBroken || !from.toleratesBrokenSettings) throw thrown;
    return callerWith(registry, from, home, { layers: [], leftOut: [] });
  }
}

async function callerWith(
  registry: Registry,
  from: HostedCallerOptions,
  home: string,
  settings: Settings,
): Promise<SettledCaller> {
  const { cwd, env, signal, ask, contact, owner } = from;
  const forward: Forward = async (...call) => (await import('./service/forward.ts')).forward(...call);
  const { mcpServers } = from;
  const base = {
    place: { cwd, env, home, ...(mcpServers ? { mcpServers } : {}) },
    reach: { signal, contact, owner },
    host: { registry, forward },
    settings,
  };
  const settle = async () => (await import('./policy.ts')).settle({ cwd, home, registry, settings }, from);
  // Without any settings there is nothing to load for them.
  const isOpen = (from.rules ?? []).length === 0 && (from.mode ?? from.defaultMode) === OPEN && from.by !== 'model';
  if (settings.layers.length > 0 || !isOpen || (from.sandbox ?? from.env[SANDBOX_VARIABLE]) !== undefined) {
    const { env: variables, ...settled } = await settle();
    return { ...base, ...settled, place: { ...base.place, env: variables } };
  }
  const policy =
    from.by === 'client'
      ? (await import('./client-policy.ts')).clientPolicy(OPEN, settle)
      : openPolicy(
          from.mode ? '--permission-mode' : from.defaultModeSource,
          sandboxOfMachine(DEFAULT_SANDBOX.setting, DEFAULT_SANDBOX.source, 'foreign'),
        );
  return {
    ...base,
    authority: authorityOf(policy, ask),
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
