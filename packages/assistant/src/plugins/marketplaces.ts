import { join } from 'node:path';
import { call, CommandError, type Context, didYouMean, worded } from '@helve/command';
import { brokenAt, isObject, type Layer, type PluginSource, pluginState, readSettings } from '@helve/settings';
import { type Marketplace, readMarketplace } from './marketplace-file.ts';
import { inTurn, pluginsFolder, putInPlace, takeAway, withFetched } from './scratch.ts';
import { readSettingsSource } from './source.ts';

/** A marketplace that was added, or that settings name. */
export interface KnownMarketplace {
  readonly name: string;
  readonly source: PluginSource;
  /** Where it is on this machine; absent: settings name it, and it was not fetched yet. */
  readonly folder?: string;
  readonly updatedAt?: string;
}

export async function knownMarketplaces(context: Context): Promise<readonly KnownMarketplace[]> {
  const { marketplaces } = await pluginState.read(context.place.home);
  const added = Object.entries(marketplaces).map(([name, { source, updatedAt }]) => ({
    name,
    source,
    updatedAt,
    folder: folderOf(context.place.home, name, source),
  }));
  const extra = await extraMarketplaces(context);
  return [...added, ...extra.filter(({ name }) => !Object.hasOwn(marketplaces, name))];
}

/** Remembers a marketplace under the name that it gives itself. */
export async function addMarketplace(source: PluginSource, context: Context, expected?: string): Promise<Marketplace> {
  const add = async (folder: string, keep: (name: string) => Promise<void>) => {
    const { name } = readMarketplace(folder);
    if (expected !== undefined && name !== expected) throw misnamed(expected, name);
    return inTurn(context.place.home, async () => {
      const { marketplaces } = await pluginState.read(context.place.home);
      if (expected === undefined && Object.hasOwn(marketplaces, name)) {
        throw new CommandError('ALREADY_EXISTS', `The marketplace ${name} already exists`, {
          hint: worded`To fetch it again: ${call('plugin marketplace update', { name })}`,
        });
      }
      await keep(name);
      await remember(name, source, context);
      // Read where it is now: paths in it are absolute.
      return readMarketplace(folderOf(context.place.home, name, source));
    });
  };
  if (source.kind === 'folder') return add(source.path, async () => {});
  return withFetched(source, context, ({ folder }) =>
    add(folder, (name) => putInPlace(folder, folderOf(context.place.home, name, source))),
  );
}

/** What a marketplace that is known offers; where only settings know it, it is fetched. */
export async function openMarketplace(name: string, context: Context): Promise<Marketplace> {
  const known = await findMarketplace(name, context);
  return known.folder === undefined ? addMarketplace(known.source, context, name) : readMarketplace(known.folder);
}

export async function updateMarketplace(name: string, context: Context): Promise<Marketplace> {
  const { source } = await findMarketplace(name, context);
  return addMarketplace(source, context, name);
}

/** Forgets a marketplace, and what was fetched of it. */
export async function forgetMarketplace(name: string, context: Context): Promise<void> {
  await inTurn(context.place.home, async () => {
    const { marketplaces } = await pluginState.read(context.place.home);
    const known = Object.hasOwn(marketplaces, name) ? marketplaces[name] : undefined;
    await pluginState.change(context.place.home, (state) => {
      const { [name]: _, ...others } = state.marketplaces;
      return { ...state, marketplaces: others };
    });
    if (known?.source.kind === 'git')
      await takeAway(folderOf(context.place.home, name, known.source), context.place.home);
  });
}

export async function findMarketplace(name: string, context: Context): Promise<KnownMarketplace> {
  const known = await knownMarketplaces(context);
  const found = known.find((each) => each.name === name);
  if (found) return found;
  const names = known.map((each) => each.name);
  throw new CommandError('NOT_FOUND', `There is no marketplace ${JSON.stringify(name)}`, {
    hint: didYouMean(name, names, worded`Add one: ${call('plugin marketplace add', { source: 'owner/name' })}`),
  });
}

/** Those that settings name; one of a checkout counts only where it was consented to. */
async function extraMarketplaces(context: Context): Promise<readonly KnownMarketplace[]> {
  return marketplacesOf((await readSettings(context.place)).layers);
}

/** Those that files of settings name; of two the later one counts. What is wrong is an error. */
export function marketplacesOf(layers: readonly Layer[]): readonly KnownMarketplace[] {
  const found = new Map<string, KnownMarketplace>();
  for (const { file, document, foreign } of layers) {
    const { extraKnownMarketplaces: said = {} } = document;
    if (!isObject(said)) {
      if (foreign) continue;
      throw brokenAt(file, ['extraKnownMarketplaces'], 'extraKnownMarketplaces must be an object by names');
    }
    for (const [name, entry] of Object.entries(said)) {
      const written = isObject(entry) ? entry.source : undefined;
      if (!isObject(written) && foreign) continue;
      if (!isObject(written)) {
        throw brokenAt(
          file,
          ['extraKnownMarketplaces', name],
          `extraKnownMarketplaces.${name} must have a source`,
          'For example: {"source": {"source": "github", "repo": "owner/name"}}',
        );
      }
      // A path in settings starts at the folder that they are for.
      const source = readSettingsSource(written, join(file, '..', '..'), `${file}: ${name}`);
      found.set(name, { name, source });
    }
  }
  return [...found.values()];
}

async function remember(name: string, source: PluginSource, { place: { home }, now }: Context): Promise<void> {
  const known = { source, updatedAt: new Date(now()).toISOString() };
  await pluginState.change(home, (state) => ({ ...state, marketplaces: { ...state.marketplaces, [name]: known } }));
}

function folderOf(home: string, name: string, source: PluginSource): string {
  return source.kind === 'folder' ? source.path : join(pluginsFolder(home), 'marketplaces', name);
}

function misnamed(expected: string, name: string): CommandError {
  return new CommandError('CONFLICT', `The marketplace ${expected} calls itself ${name} there`, {
    hint: 'Nothing was changed. Remove it, and add the new one if you trust it.',
  });
}
