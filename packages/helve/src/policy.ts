import { join } from 'node:path';
import type { SettledCaller } from '@helve/assistant';
import { type Place, projectRoot, realPath, type Registry, resolvePath } from '@helve/command';
import {
  authorityOf,
  createPolicy,
  findUselessRules,
  guardRules,
  type Mode,
  openPolicy,
  type Policy,
  type Rule,
  type Sandbox,
} from '@helve/policy';
import { environmentOf, leftOutNotices, permissionsOf, sandboxOf, type Settings } from '@helve/settings';
import type { HostedCallerOptions } from './caller.ts';
import { hookScripts } from './hook-scripts.ts';
import { DEFAULT_SANDBOX, sandboxOfMachine } from './sandbox.ts';

/** What follows from settings: variables, the policy and what to tell the user. Loaded only where there are any. */
export async function settle(
  { cwd, home, registry, settings }: { cwd: string; home: string; registry: Registry; settings: Settings },
  from: HostedCallerOptions,
): Promise<Pick<SettledCaller, 'authority' | 'notices' | 'remake' | 'folders'> & Pick<Place, 'env'>> {
  const { layers, leftOut } = settings;
  const permissions = permissionsOf(layers, projectRoot(cwd));
  const env = { ...from.env, ...environmentOf(layers) };
  const mode = from.mode ?? permissions.mode?.mode ?? from.defaultMode;
  const modeSource = from.mode
    ? from.by === 'client'
      ? 'the options of this server'
      : '--permission-mode'
    : (permissions.mode?.source ?? from.defaultModeSource);
  const flags = from.rules ?? [];
  const roots: readonly (readonly string[])[] = permissions.roots.map(({ folders, from: folder = cwd }) =>
    folders.map((root) => realPath(resolvePath({ cwd: folder, env }, root))),
  );
  const folders = [
    ...(from.folders ?? []),
    ...permissions.folders.flatMap(({ folders: named, from: folder = cwd }) =>
      named.map((each) => resolvePath({ cwd: folder, env }, each)),
    ),
  ].map(realPath);
  const guarded = hookScripts(layers, cwd);
  const asksAlways = from.by !== 'person';
  const sandboxSaid = from.sandbox ? { setting: from.sandbox, source: '--sandbox' } : sandboxOf(layers);
  const make = async (
    inMode: Mode,
    source: string,
    more: readonly Rule[],
    sandboxNow: SandboxChoice | undefined = sandboxSaid,
    added: readonly string[] = [],
  ): Promise<Policy> => {
    const asks = asksAlways || inMode !== 'bypassPermissions';
    const guards = asks ? guardRules({ cwd, env, home }, guarded) : [];
    const rules = [...permissions.rules, ...flags, ...more, ...guards];
    const sandbox = sandboxFor(inMode, from.by, sandboxNow);
    const isOpen = rules.length === 0 && roots.length === 0 && inMode === 'bypassPermissions';
    const isOff = !sandbox || sandbox.setting === 'off' || sandbox.only !== undefined;
    if (isOpen && guarded.length === 0 && isOff) return openPolicy(source, sandbox);
    return createPolicy({
      sandbox,
      asksAlways,
      ...(asksAlways ? { privateHome: home } : {}),
      mode: inMode,
      modeSource: source,
      rules,
      ...(roots.length === 0 ? {} : { roots: roots.reduce(inBoth) }),
      rootsSource: permissions.roots.map((each) => each.source).join(' and '),
      spill: join(home, 'spill'),
      base: { root: cwd, home: env.HOME },
      cwd,
      folders: [...folders, ...added.map(realPath)],
      guarded,
    });
  };
  const own = [...permissions.ownRules, ...flags];
  return {
    env,
    authority: authorityOf(await make(mode, modeSource, []), from.ask),
    notices: [...leftOutNotices(leftOut), ...(own.length === 0 ? [] : await findUselessRules(own, registry))],
    folders,
    remake: ({ mode: inMode, rules, sandbox, folders: added }) =>
      make(inMode, 'the user', rules, sandbox && { setting: sandbox, source: '/sandbox' }, added),
  };
}

/**
 * How programs are confined in a mode. Where nothing is judged, because a person typed the call or a client approved it,
 * only those that others wrote are, unless a flag or a file says `required`.
 */
function sandboxFor(
  mode: Mode,
  by: HostedCallerOptions['by'],
  { setting, source }: SandboxChoice = DEFAULT_SANDBOX,
): Sandbox | undefined {
  const isJudged = mode !== 'bypassPermissions' || by === 'model';
  return sandboxOfMachine(setting, source, setting === 'required' || isJudged ? undefined : 'foreign');
}

type SandboxChoice = NonNullable<ReturnType<typeof sandboxOf>>;

/** The folders that two lists of folders have in common. */
function inBoth(some: readonly string[], others: readonly string[]): readonly string[] {
  const within = (folder: string, roots: readonly string[]) =>
    roots.some((root) => folder === root || folder.startsWith(root.endsWith('/') ? root : `${root}/`));
  return [
    ...some.filter((folder) => within(folder, others)),
    ...others.filter((folder) => within(folder, some) && !some.includes(folder)),
  ];
}
