import { join, resolve } from 'node:path';
import {
  type Ask,
  CommandError,
  type Forward,
  type Mode,
  openPolicy,
  type Registry,
  resolvePath,
  type TerminalCaller,
} from '@helve/registry';
import { readSettings } from './settings.ts';

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Overrides HELVE_HOME. */
  readonly home?: string | undefined;
  /** Overrides the mode of the settings. */
  readonly mode?: Mode | undefined;
  /** What holds where neither settings nor a flag say. */
  readonly defaultMode: Mode;
  readonly defaultModeSource: string;
  readonly signal?: AbortSignal | undefined;
  readonly ask?: Ask | undefined;
}

/** Puts together who calls: the state folder, the settings in it, and the policy that follows. */
export async function createCaller(registry: Registry, from: Surroundings): Promise<TerminalCaller> {
  const { cwd, env } = from;
  const home = resolve(
    cwd,
    from.home ?? env.HELVE_HOME ?? join(env.HOME ?? (await import('node:os')).homedir(), '.helve'),
  );
  const settings = readSettings(home);
  const mode = from.mode ?? settings.mode ?? from.defaultMode;
  const modeSource = from.mode ? '--permission-mode' : settings.mode ? settings.source : from.defaultModeSource;
  const forward: Forward = async (...call) => (await import('./service/forward.ts')).forward(...call);
  const base = { cwd, env, home, signal: from.signal, ask: from.ask, forward };
  if (settings.rules.length === 0 && settings.roots === undefined && mode === 'bypassPermissions') {
    return { ...base, policy: openPolicy(modeSource), notices: [] };
  }
  const { createPolicy, findUselessRules } = await import('./policy.ts');
  const policy = await createPolicy({
    mode,
    modeSource,
    rules: settings.rules,
    ...(settings.roots === undefined ? {} : { roots: settings.roots.map((root) => resolvePath({ cwd, env }, root)) }),
    rootsSource: settings.source,
    base: { root: cwd, home: env.HOME },
    cwd,
  });
  return { ...base, policy, notices: await findUselessRules(settings.rules, registry) };
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
