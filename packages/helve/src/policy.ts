import { join } from 'node:path';
import type { SettledCaller } from '@helve/assistant';
import { CommandError, type Place, projectRoot, realPath, type Registry, resolvePath } from '@helve/command';
import {
  authorityOf,
  createPolicy,
  DEFAULT_SANDBOX,
  findUselessRules,
  guardRules,
  inheritedSandbox,
  type Mode,
  MODES,
  openPolicy,
  type Policy,
  type Rule,
  type Sandbox,
  SANDBOX_VARIABLE,
  withSandbox,
} from '@helve/policy';
import { environmentOf, leftOutNotices, permissionsOf, sandboxOf, type Settings } from '@helve/settings';
import type { HostedCallerOptions } from './caller.ts';
import { hookScripts } from './hook-scripts.ts';
import { sandboxOfMachine } from './sandbox.ts';

/** What follows from settings: variables, the policy and what to tell the user. Loaded only where there are any. */
export async function settle(
  { cwd, home, registry, settings }: { cwd: string; home: string; registry: Registry; settings: Settings },
  from: HostedCallerOptions,
): Promise<Pick<SettledCaller, 'authority' | 'notices' | 'remake' | 'folders' | 'ownPolicy'> & Pick<Place, 'env'>> {
  const { layers, leftOut } = settings;
  const permissions = permissionsOf(layers, projectRoot(cwd));
  const env = { ...from.env, ...environmentOf(layers) };
  const { mostMode } = permissions;
  if (from.mode) requireMode(from.mode, from.by, mostMode);
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
  const inherited = inheritedSandbox(from.env);
  const leastSandbox = stricter(
    sandboxOf(layers.filter(({ scope }) => scope === 'managed')),
    inherited && { setting: inherited, source: SANDBOX_VARIABLE },
  );
  const sandboxSaid = stricter(
    from.sandbox ? { setting: from.sandbox, source: '--sandbox' } : sandboxOf(layers),
    leastSandbox,
  );
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
  const policy = await make(mode, modeSource, []);
  return {
    env: withSandbox(env, policy.sandbox),
    authority: authorityOf(policy, from.ask),
    notices: [...leftOutNotices(leftOut), ...(own.length === 0 ? [] : await findUselessRules(own, registry))],
    folders,
    ownPolicy: () => make('bypassPermissions', 'the user', []),
    remake: async ({ mode: inMode, rules, sandbox, folders: added }) => {
      requireMode(inMode, from.by, mostMode);
      const wanted = sandbox && stricter({ setting: sandbox, source: '/sandbox' }, leastSandbox);
      return make(inMode, 'the user', rules, wanted, added);
    },
  };
}

/** Throws where the administrator of the machine does not let a model work in a mode. */
function requireMode(
  mode: Mode,
  by: HostedCallerOptions['by'],
  most: { readonly mode: Mode; readonly source: string } | undefined,
): void {
  if (!most || by === 'person' || MODES.indexOf(mode) <= MODES.indexOf(most.mode)) return;
  throw new CommandError('PERMISSION_DENIED', `The mode ${mode} is not allowed on this machine`, {
    hint: `${most.source} allows at most ${most.mode}.`,
    retry: 'never',
  });
}

/** The one of two that confines programs more. */
function stricter(one: SandboxChoice | undefined, other: SandboxChoice | undefined): SandboxChoice | undefined {
  if (!one || !other) return one ?? other;
  const rank = ({ setting }: SandboxChoice) => ['off', 'auto', 'required'].indexOf(setting);
  return rank(other) >= rank(one) ? other : one;
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
