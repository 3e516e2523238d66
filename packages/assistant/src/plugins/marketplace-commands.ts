import { call, CommandError, type Context, type Run, worded } from '@helve/command';
import { pluginState } from '@helve/settings';
import type * as v from 'valibot';
import type { marketplaceOutput } from '../commands/plugin/outputs.ts';
import { uninstallPlugin } from './installed.ts';
import { type Marketplace, readMarketplace } from './marketplace-file.ts';
import {
  addMarketplace,
  findMarketplace,
  forgetMarketplace,
  knownMarketplaces,
  updateMarketplace,
} from './marketplaces.ts';
import { readSource, showSource } from './source.ts';

export type ShownMarketplace = v.InferOutput<typeof marketplaceOutput>;

export const add: Run<{ readonly source: string; readonly ref?: string | undefined }, ShownMarketplace> = async (
  { source, ref },
  context,
) => show((await addMarketplace(await readSource(source, context, ref), context)).name, context);

export const update: Run<{ readonly name?: string | undefined }, { marketplaces: ShownMarketplace[] }> = async (
  { name },
  context,
) => {
  const all = await knownMarketplaces(context);
  const names = name === undefined ? all.flatMap((each) => (each.folder === undefined ? [] : [each.name])) : [name];
  for (const each of names) await updateMarketplace(each, context);
  return { marketplaces: await Promise.all(names.map((each) => show(each, context))) };
};

/** What was installed from it goes with it. */
export const remove: Run<{ readonly name: string }, { name: string; uninstalled: string[] }> = async (
  { name },
  context,
) => {
  const { folder } = await findMarketplace(name, context);
  if (folder === undefined) {
    throw new CommandError('INVALID_INPUT', `${name} was never added: settings name it`, {
      hint: worded`See which: ${call('config list', { showOrigin: true })}`,
    });
  }
  const { plugins } = await pluginState.read(context.place.home);
  const uninstalled = Object.keys(plugins).filter((id) => id.endsWith(`@${name}`));
  for (const id of uninstalled) await uninstallPlugin(id, context);
  await forgetMarketplace(name, context);
  return { name, uninstalled };
};

export const list: Run<object, { marketplaces: ShownMarketplace[] }> = async (_, context) => ({
  marketplaces: await Promise.all((await knownMarketplaces(context)).map(({ name }) => show(name, context))),
});

async function show(name: string, context: Context): Promise<ShownMarketplace> {
  const { source, folder, updatedAt } = await findMarketplace(name, context);
  const common = {
    name,
    source: showSource(source),
    added: folder !== undefined,
    ...(updatedAt === undefined ? {} : { updatedAt }),
  };
  if (folder === undefined) return { ...common, plugins: [] };
  try {
    return { ...common, plugins: offersOf(readMarketplace(folder)) };
  } catch (thrown) {
    if (!(thrown instanceof CommandError)) throw thrown;
    return { ...common, plugins: [], problem: thrown.message };
  }
}

function offersOf({ offers }: Marketplace): ShownMarketplace['plugins'] {
  return offers.map(({ name, description, version }) => ({
    name,
    description,
    ...(version === undefined ? {} : { version }),
  }));
}
