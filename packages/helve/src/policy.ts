import { join } from 'node:path';
import type { SettledCaller } from '@helve/assistant';
import { type Place, realPath, type Registry, resolvePath } from '@helve/command';
import {
  authorityOf,
  createPolicy,
  findUselessRules,
  type Mode,
  openPolicy,
  parseRule,
  type Policy,
  type Rule,
} from '@helve/policy';
import { environmentOf, leftOutNotices, permissionsOf, type Settings } from '@helve/settings';
import type { HostedCallerOptions } from './caller.ts';
import { hookScripts } from './hook-scripts.ts';

/** What follows from settings: variables, the policy and what to tell the user. Loaded only where there are any. */
export async function settle(
  { cwd, home, registry, settings }: { cwd: string; home: string; registry: Registry; settings: Settings },
  from: HostedCallerOptions,
): Promise<Pick<SettledCaller, 'authority' | 'notices' | 'remake'> & Pick<Place, 'env'>> {
  const { layers, leftOut } = settings;
  const permissions = permissionsOf(layers);
  const env = { ...from.env, ...environmentOf(layers) };
  const mode = from.mode ?? permissions.mode?.mode ?? from.defaultMode;
  const modeSource = from.mode ? '--permission-mode' : (permissions.mode?.source ?? from.defaultModeSource);
  const flags = from.rules ?? [];
  const roots: readonly (readonly string[])[] = permissions.roots.map(({ folders, from: folder = cwd }) =>
    folders.map((root) => realPath(resolvePath({ cwd: folder, env }, root))),
  );
  const guarded = hookScripts(layers, cwd);
  const make = async (inMode: Mode, source: string, more: readonly Rule[]): Promise<Policy> => {
    const rules = [...permissions.rules, ...flags, ...more, ...guardRules(inMode, home)];
    const isOpen = rules.length === 0 && roots.length === 0 && inMode === 'bypassPermissions';
    if (isOpen && guarded.length === 0) return openPolicy(source);
    return createPolicy({
      mode: inMode,
      modeSource: source,
      rules,
      ...(roots.length === 0 ? {} : { roots: roots.reduce(inBoth) }),
      rootsSource: permissions.roots.map((each) => each.source).join(' and '),
      spill: join(home, 'spill'),
      base: { root: cwd, home: env.HOME },
      cwd,
      guarded,
    });
  };
  const own = [...permissions.ownRules, ...flags];
  return {
    env,
    authority: authorityOf(await make(mode, modeSource, []), from.ask),
    notices: [...leftOutNotices(leftOut), ...(own.length === 0 ? [] : await findUselessRules(own, registry))],
    remake: (change) => make(change.mode, 'the user', change.rules),
  };
}

/** Whoever may edit files without asking may not give themselves more rights in this way. */
function guardRules(mode: Mode, home: string): readonly Rule[] {
  if (mode === 'bypassPermissions') return [];
  const state = home.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
  const files = [
    state,
    '**/.helve/settings*.json',
    '**/.claude/settings*.json',
    '**/.mcp.json',
    '**/.utcp_config.json',
  ];
  return files.map((pattern) => ({
    ...parseRule('ask', 'Edit', 'helve'),
    text: `Edit(${pattern})`,
    root: '/',
    pattern,
  }));
}

/** The folders that two lists of folders have in common. */
function inBoth(some: readonly string[], others: readonly string[]): readonly string[] {
  const within = (folder: string, roots: readonly string[]) =>
    roots.some((root) => folder === root || folder.startsWith(root.endsWith('/') ? root : `${root}/`));
  return [
    ...some.filter((folder) => within(folder, others)),
    ...others.filter((folder) => within(folder, some) && !some.includes(folder)),
  ];
}
