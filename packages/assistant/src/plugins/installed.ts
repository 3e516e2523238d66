import { join } from 'node:path';
import { call, CommandError, type Context, didYouMean, isNewer, worded } from '@helve/command';
import {
  enabledPlugins,
  isPluginTrusted,
  pluginState,
  type PluginState,
  readPlugin,
  readSettings,
  revoke,
  type Scope,
} from '@helve/settings';
import type { Output } from '../commands/plugin/list.ts';
import { sayEnabled, sayNothing } from './enabled.ts';
import { type InstalledPlugin, updatePlugin } from './install.ts';
import { readMarketplace } from './marketplace-file.ts';
import { knownMarketplaces } from './marketplaces.ts';
import { bringsOf } from './parts.ts';
import { inTurn, takeAway } from './scratch.ts';
import { showSource } from './source.ts';

type Known = PluginState['plugins'][string] & { readonly id: string };

export type ListedPlugin = PluginList['plugins'][number];

export type PluginList = Output;

export async function listPlugins(context: Context): Promise<PluginList> {
  const {
    place: { home },
  } = context;
  const { plugins } = await pluginState.read(home);
  const enabled = enabledPlugins((await readSettings(context.place)).layers);
  const newest = await versionsOnOffer(context);
  const listed = Object.entries(plugins).map(async ([id, { version, folder, source }]): Promise<ListedPlugin> => {
    const at = join(home, folder);
    const offered = newest.get(id);
    const common = {
      id,
      version,
      enabled: enabled.get(id) === true,
      trusted: await isPluginTrusted(home, at),
      source: showSource(source),
      ...(offered !== undefined && isNewer(offered, version) ? { available: offered } : {}),
    };
    try {
      const parts = await readPlugin(at);
      return { ...common, description: parts.description ?? '', ...(await bringsOf(parts)) };
    } catch (thrown) {
      if (!(thrown instanceof CommandError)) throw thrown;
      return { ...common, description: '', skills: [], agents: [], runs: [], problem: thrown.message };
    }
  });
  const missing = [...enabled].flatMap(([id, on]) => (on && !Object.hasOwn(plugins, id) ? [id] : []));
  return { plugins: await Promise.all(listed), missing };
}

/** An installed plugin by its id, or by its name alone where only one has it. */
export async function findInstalled(name: string, { place: { home } }: Context): Promise<Known> {
  const all = Object.entries((await pluginState.read(home)).plugins).map(([id, known]) => ({ ...known, id }));
  const found = all.filter(({ id }) => id === name || id.startsWith(`${name}@`));
  const [first, second] = found;
  if (first && !second) return first;
  const ids = (first ? found : all).map(({ id }) => id);
  if (first) throw new CommandError('AMBIGUOUS_MATCH', `There is more than one ${name}`, { hint: ids.join(', ') });
  throw new CommandError('NOT_FOUND', `There is no plugin ${JSON.stringify(name)} installed`, {
    hint: didYouMean(name, ids, `There are: ${ids.join(', ') || 'none'}.`),
  });
}

export async function setEnabled(
  { name, on, scope }: { readonly name: string; readonly on: boolean; readonly scope: Scope },
  context: Context,
): Promise<{ id: string; enabled: boolean }> {
  const { id } = await findInstalled(name, context);
  await sayEnabled(id, on, scope, context);
  const enabled = enabledPlugins((await readSettings(context.place)).layers).get(id) === true;
  if (enabled !== on) context.warn(worded`Other settings say otherwise: ${call('config list', { showOrigin: true })}`);
  return { id, enabled };
}

/** Takes a plugin away, with what settings say of it and the consent to it. */
export async function uninstallPlugin(name: string, context: Context): Promise<{ id: string; version: string }> {
  const { id, version, folder } = await findInstalled(name, context);
  const {
    place: { home },
  } = context;
  await sayNothing(id, context);
  await inTurn(home, async () => {
    await pluginState.change(home, (state) => {
      const { [id]: _, ...others } = state.plugins;
      return { ...state, plugins: others };
    });
    await revoke(home, join(home, folder));
    await takeAway(join(home, folder), home);
  });
  return { id, version };
}

/** Updates one plugin, or all. */
export async function updatePlugins(
  name: string | undefined,
  context: Context,
): Promise<{ updated: InstalledPlugin[]; current: string[] }> {
  const all =
    name === undefined
      ? Object.entries((await pluginState.read(context.place.home)).plugins).map(([id, known]) => ({ ...known, id }))
      : [await findInstalled(name, context)];
  const [updated, current]: [InstalledPlugin[], string[]] = [[], []];
  for (const { id, ...known } of all) {
    const newer = await updatePlugin(id, known, context);
    if (newer) updated.push(newer);
    else current.push(id);
  }
  return { updated, current };
}

/** The versions that marketplaces say they have, by the ids of plugins. Nothing is fetched for it. */
async function versionsOnOffer(context: Context): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const { name, folder } of await knownMarketplaces(context)) {
    if (folder === undefined) continue;
    try {
      for (const { name: plugin, version } of readMarketplace(folder).offers) {
        if (version !== undefined) versions.set(`${plugin}@${name}`, version);
      }
    } catch (thrown) {
      if (!(thrown instanceof CommandError)) throw thrown;
      context.warn(thrown.message);
    }
  }
  return versions;
}
