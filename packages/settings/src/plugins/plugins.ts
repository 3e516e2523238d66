import { join } from 'node:path';
import { isTrusted } from '../consent.ts';
import { call, inWords, type Place, worded } from '@helve/command';
import { brokenAt, isObject } from '../document.ts';
import type { Layer } from '../layers.ts';
import { isOwn } from '../layers.ts';
import { readSettings } from '../settings.ts';
import { pluginContent } from './plugin-content.ts';
import { type PluginParts, readPlugin } from './read-plugin.ts';
import { pluginState } from './plugin-state.ts';

/** A plugin that is used: installed, enabled, and the user consented to all that it holds. */
export interface Plugin extends PluginParts {
  /** With its marketplace: `audit@house`. */
  readonly id: string;
  /** Who enabled it: the user, or only a project. */
  readonly scope: 'user' | 'project';
}

export interface UsablePlugins {
  readonly plugins: readonly Plugin[];
  /** What to tell the user of those that are not used. */
  readonly notices: readonly string[];
}

type Where = Pick<Place, 'cwd' | 'home'>;

/** The plugins that are used in a place. Where none is installed, and that is most often so, nothing else is read. */
export async function usablePlugins(where: Where): Promise<UsablePlugins> {
  const installed = Object.entries((await pluginState.read(where.home)).plugins);
  if (installed.length === 0) return { plugins: [], notices: [] };
  const { layers } = await readSettings(where);
  const enabled = enabledPlugins(layers);
  const byUser = enabledPlugins(layers.filter(({ scope }) => isOwn(scope)));
  const plugins: Plugin[] = [];
  const notices: string[] = [];
  for (const [id, { folder: below }] of installed) {
    if (enabled.get(id) !== true) continue;
    const folder = join(where.home, below);
    if (await isPluginTrusted(where.home, folder)) {
      plugins.push({ ...(await readPlugin(folder)), id, scope: byUser.get(id) === true ? 'user' : 'project' });
    } else {
      notices.push(
        inWords(
          worded`The plugin ${id} changed after you approved it, so it is not used. To install it again: ${call('plugin update', { name: id })}`,
        ),
      );
    }
  }
  return { plugins, notices };
}

/** Which plugins are on and off, by the settings of a place: the last file that speaks of one holds. */
export function enabledPlugins(layers: readonly Layer[]): ReadonlyMap<string, boolean> {
  const enabled = new Map<string, boolean>();
  for (const { file, document, foreign } of layers) {
    const { enabledPlugins: said = {} } = document;
    if (!isObject(said)) {
      if (foreign) continue;
      throw brokenAt(file, ['enabledPlugins'], 'enabledPlugins must be an object such as {"audit@house": true}');
    }
    for (const [id, on] of Object.entries(said)) {
      if (typeof on === 'boolean') enabled.set(id, on);
      else if (!foreign) throw brokenAt(file, ['enabledPlugins', id], `enabledPlugins.${id} must be true or false`);
    }
  }
  return enabled;
}

/** Whether the user consented to what a plugin's folder holds now. */
export async function isPluginTrusted(home: string, folder: string): Promise<boolean> {
  const content = await pluginContent(folder).catch(() => undefined);
  return content !== undefined && isTrusted(home, { path: folder, content });
}
