import * as v from 'valibot';
import { HomeFile } from '../home/home-file.ts';

/** Where a marketplace or a plugin comes from. */
export const PluginSource = v.variant('kind', [
  v.object({ kind: v.literal('folder'), path: v.string() }),
  v.object({
    kind: v.literal('git'),
    url: v.string(),
    /** A branch, a tag or a commit; absent: what the repository has checked out by itself. */
    ref: v.exactOptional(v.string()),
    /** A folder inside. */
    path: v.exactOptional(v.string()),
  }),
]);

export type PluginSource = v.InferOutput<typeof PluginSource>;

const State = v.object({
  /** By name and marketplace: `audit@house`. */
  plugins: v.record(
    v.string(),
    v.object({
      version: v.string(),
      /** Below the home. */
      folder: v.string(),
      source: PluginSource,
      installedAt: v.string(),
    }),
  ),
  marketplaces: v.record(v.string(), v.object({ source: PluginSource, updatedAt: v.string() })),
});

export type PluginState = v.InferOutput<typeof State>;

/** What is installed. Whether it is used is a matter of settings and of consent. */
export const pluginState = new HomeFile<PluginState>({
  name: 'plugins.json',
  schema: State,
  empty: { plugins: {}, marketplaces: {} },
  holds: 'plugins',
  fill: 'plugin install',
});
