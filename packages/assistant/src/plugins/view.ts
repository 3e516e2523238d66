import { call, type Facts, type Say, worded } from '@helve/command';
import type { InstalledPlugin } from './install.ts';
import type { PluginList } from './installed.ts';
import type { ShownMarketplace } from './marketplace-commands.ts';

/** A plugin that was installed, and what the user thereby consented to. */
export function viewInstalled({ id, version, previous, skills, agents, runs, enabled }: InstalledPlugin): string {
  const was = previous === undefined ? '' : `, was ${previous}`;
  return [`${id} ${version}${was}${enabled ? '' : ' (off)'}`, ...viewParts({ skills, agents, runs })].join('\n');
}

export function viewPlugins({ plugins, missing }: PluginList, _input: object, _facts: Facts, say: Say): string {
  if (plugins.length === 0 && missing.length === 0) return 'No plugins are installed.';
  return [
    ...plugins.flatMap(({ id, version, description, enabled, trusted, available, problem, ...parts }) => [
      [
        `${enabled ? 'on ' : 'off'} ${id} ${version}`,
        ...(available === undefined ? [] : [`(${available} is available)`]),
        description,
      ]
        .filter((part) => part !== '')
        .join(' '),
      ...(trusted ? [] : [say(worded`  It changed after you approved it: ${call('plugin update', { name: id })}`)]),
      ...(problem === undefined ? [] : [`  ${problem}`]),
      ...viewParts(parts),
    ]),
    ...missing.map((id) =>
      say(worded`not installed: ${id} (enabled in the settings: ${call('plugin install', { name: id })})`),
    ),
  ].join('\n');
}

export function viewMarketplaces({ marketplaces }: { readonly marketplaces: readonly ShownMarketplace[] }): string {
  if (marketplaces.length === 0) return 'No marketplaces are added.';
  return marketplaces.map(viewMarketplace).join('\n');
}

export function viewMarketplace({ name, source, added, plugins, problem }: ShownMarketplace): string {
  return [
    `${name} ${source}${added ? '' : ' (named by settings, not fetched yet)'}`,
    ...(problem === undefined ? [] : [`  ${problem}`]),
    ...plugins.map((plugin) => `  ${[plugin.name, plugin.version, plugin.description].filter(Boolean).join(' ')}`),
  ].join('\n');
}

function viewParts({
  skills,
  agents,
  runs,
}: {
  readonly skills: readonly string[];
  readonly agents: readonly string[];
  readonly runs: readonly string[];
}): readonly string[] {
  return [
    ...(skills.length > 0 ? [`  skills: ${skills.join(', ')}`] : []),
    ...(agents.length > 0 ? [`  agents: ${agents.join(', ')}`] : []),
    ...runs.map((line) => `  runs ${line}`),
  ];
}
