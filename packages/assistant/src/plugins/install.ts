import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { call, CommandError, type Context, didYouMean, isNewer, makeFolder, worded } from '@helve/command';
import {
  enabledPlugins,
  ENTRY,
  isPluginTrusted,
  MANIFEST,
  pluginContent,
  type PluginSource,
  type PluginState,
  pluginState,
  readDocument,
  readPlugin,
  readSettings,
  revoke,
  type Scope,
  trust,
} from '@helve/settings';
import type * as v from 'valibot';
import type { installedOutput } from '../commands/plugin/outputs.ts';
import { sayEnabled } from './enabled.ts';
import { LOCAL, type Offer } from './marketplace-file.ts';
import { knownMarketplaces, openMarketplace } from './marketplaces.ts';
import { bringsOf } from './parts.ts';
import { type Fetched, inTurn, pluginsFolder, putInPlace, takeAway, withFetched } from './scratch.ts';
import { looksLikePath, readSource } from './source.ts';

export type InstalledPlugin = v.InferOutput<typeof installedOutput>;

/** A plugin to be installed: where it is, and what is said of it there. */
interface Wanted {
  readonly marketplace: string;
  readonly source: PluginSource;
  readonly offer?: Offer;
}

/** Installs a plugin of a marketplace or from a folder. Whoever says so consents to exactly what is installed. */
export async function installPlugin(
  { name, scope, dryRun }: { readonly name: string; readonly scope: Scope; readonly dryRun: boolean },
  context: Context,
): Promise<InstalledPlugin> {
  const wanted = await find(name, context);
  return withFetched(wanted.source, context, async (fetched) => {
    const ready = await prepare(wanted, fetched, context);
    const { plugins } = await pluginState.read(context.place.home);
    const before = Object.hasOwn(plugins, ready.id) ? plugins[ready.id] : undefined;
    if (before) {
      throw new CommandError('ALREADY_EXISTS', `${ready.id} is installed already, in version ${before.version}`, {
        hint: worded`For a newer one: ${call('plugin update', { name: ready.id })}`,
      });
    }
    if (dryRun) return { ...ready, enabled: false };
    await put(wanted.source, fetched.folder, ready, context);
    await sayEnabled(ready.id, true, scope, context);
    return { ...ready, enabled: await isEnabled(ready.id, context) };
  });
}

/** Installs a newer version, if there is one; or the same again where it is no longer what was consented to. */
export async function updatePlugin(
  id: string,
  before: PluginState['plugins'][string],
  context: Context,
): Promise<InstalledPlugin | undefined> {
  const [name = id, marketplace = LOCAL] = id.split('@');
  const wanted =
    marketplace === LOCAL ? { marketplace, source: before.source } : await find(`${name}@${marketplace}`, context);
  return withFetched(wanted.source, context, async (fetched) => {
    const ready = await prepare(wanted, fetched, context);
    const intact = await isPluginTrusted(context.place.home, join(context.place.home, before.folder));
    if (intact && !isNewer(ready.version, before.version)) return undefined;
    await put(wanted.source, fetched.folder, ready, context);
    return { ...ready, previous: before.version, enabled: await isEnabled(id, context) };
  });
}

/** What an id or the path of a folder means. */
async function find(name: string, context: Context): Promise<Wanted> {
  if (looksLikePath(name)) return { marketplace: LOCAL, source: await readSource(name, context) };
  const [, plugin = name, marketplace] = /^([^@]+)@([^@]+)$/.exec(name) ?? [];
  const known = await knownMarketplaces(context);
  const names = marketplace === undefined ? known.flatMap((each) => (each.folder ? [each.name] : [])) : [marketplace];
  const opened = await Promise.all(names.map((each) => openMarketplace(each, context)));
  const offers = opened.flatMap(({ name: from, offers: all }) => all.map((offer) => ({ marketplace: from, offer })));
  const found = offers.filter(({ offer }) => offer.name === plugin);
  const [first, second] = found;
  if (first && !second) return { ...first, source: first.offer.source };
  if (first) {
    const ids = found.map(({ marketplace: from }) => `${plugin}@${from}`).join(', ');
    throw new CommandError('AMBIGUOUS_MATCH', `More than one marketplace has ${plugin}`, { hint: `Say which: ${ids}` });
  }
  const offered = offers.map(({ offer }) => offer.name);
  const otherwise = worded`See what there is: ${call('plugin marketplace list')}. A folder starts with ./ or /.`;
  throw new CommandError('NOT_FOUND', `No marketplace has a plugin ${JSON.stringify(plugin)}`, {
    hint: didYouMean(plugin, offered, otherwise),
  });
}

type Ready = Omit<InstalledPlugin, 'enabled'>;

/** Makes sure that what was fetched is a plugin in order, before anything is changed. */
async function prepare(
  { marketplace, offer }: Wanted,
  { folder, commit }: Fetched,
  { place: { home } }: Context,
): Promise<Ready> {
  const manifest = join(folder, MANIFEST);
  const write = async (file: string, content: object) => {
    await makeFolder(dirname(file));
    await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
  };
  if (offer && readDocument(manifest) === undefined) await write(manifest, offer.manifest);
  if (offer?.parts) await write(join(folder, ENTRY), offer.parts);
  const plugin = await readPlugin(folder);
  if (offer && plugin.name !== offer.name) {
    throw new CommandError('CONFLICT', `${offer.name} of ${marketplace} calls itself ${plugin.name}`);
  }
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256').update(await pluginContent(folder));
  const version = plugin.version ?? offer?.version ?? (commit ?? hash.digest('hex')).slice(0, 12);
  if (!/^[\w.+-]+$/.test(version) || /^\.+$/.test(version)) {
    throw new CommandError('INVALID_INPUT', `${JSON.stringify(version)} is not a version`);
  }
  return {
    id: `${plugin.name}@${marketplace}`,
    version,
    folder: join(pluginsFolder(home), 'cache', marketplace, plugin.name, version),
    ...(await bringsOf(plugin)),
  };
}

async function put(
  source: PluginSource,
  fetched: string,
  { id, version, folder }: Ready,
  context: Context,
): Promise<void> {
  const {
    place: { home },
    now,
  } = context;
  // Settings that are broken are told of before anything is changed.
  await readSettings(context.place);
  await inTurn(home, async () => {
    const { plugins } = await pluginState.read(home);
    const before = Object.hasOwn(plugins, id) ? plugins[id] : undefined;
    await putInPlace(fetched, folder);
    await trust(home, { path: folder, content: await pluginContent(folder) }, now());
    const installed = {
      version,
      folder: relative(home, folder),
      source,
      installedAt: new Date(now()).toISOString(),
    };
    await pluginState.change(home, (state) => ({ ...state, plugins: { ...state.plugins, [id]: installed } }));
    const old = before && join(home, before.folder);
    if (old === undefined || old === folder) return;
    await revoke(home, old);
    await takeAway(old, home);
  });
}

async function isEnabled(id: string, context: Context): Promise<boolean> {
  return enabledPlugins((await readSettings(context.place)).layers).get(id) === true;
}
