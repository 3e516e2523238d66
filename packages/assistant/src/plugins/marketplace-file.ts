import { join } from 'node:path';
import { brokenAt, PluginName, type PluginSource, readDocument } from '@helve/settings';
import * as v from 'valibot';
import { readOfferedSource } from './source.ts';

/** A plugin that a marketplace offers. */
export interface Offer {
  readonly name: string;
  readonly description: string;
  readonly version?: string;
  readonly source: PluginSource;
  /** What the marketplace says of it, which stands in for a manifest where the plugin has none. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The parts of it that the marketplace names. */
  readonly parts?: Readonly<Record<string, unknown>>;
}

export interface Marketplace {
  readonly name: string;
  readonly offers: readonly Offer[];
}

const FILE = join('.claude-plugin', 'marketplace.json');

/** What is installed from a folder comes from no marketplace, and has this name in its place. */
export const LOCAL = 'local';

const Document = v.looseObject({
  name: v.pipe(
    PluginName,
    v.check((name) => name !== LOCAL, `may not be ${LOCAL}`),
  ),
  metadata: v.optional(v.looseObject({ pluginRoot: v.optional(v.string()) })),
  plugins: v.array(
    v.looseObject({
      name: PluginName,
      description: v.optional(v.string(), ''),
      version: v.optional(v.string()),
      source: v.unknown(),
    }),
  ),
});

/** Reads what a marketplace in a folder offers. */
export function readMarketplace(folder: string): Marketplace {
  const file = join(folder, FILE);
  const document = readDocument(file);
  if (!document) {
    throw brokenAt(
      file,
      [],
      'the file does not exist, so this is not a marketplace',
      'Give the folder or repository of a marketplace.',
    );
  }
  const read = v.safeParse(Document, document);
  if (!read.success) {
    const [issue] = read.issues;
    const path = (issue.path ?? []).map(({ key }) => String(key));
    throw brokenAt(file, path, `${path.join('.')}: ${issue.message}`);
  }
  const { name, metadata, plugins } = read.output;
  const root = metadata?.pluginRoot;
  return {
    name,
    offers: plugins.map(({ source, ...plugin }) => {
      const { category: _category, tags: _tags, strict = true, ...said } = plugin;
      const { skills, commands, agents, hooks, mcpServers, ...manifest } = said;
      const named = Object.entries({ skills, commands, agents, hooks, mcpServers }).filter(
        ([, part]) => part !== undefined,
      );
      const written =
        typeof source === 'string' && root !== undefined && !source.startsWith('.') ? join(root, source) : source;
      return {
        name: plugin.name,
        description: plugin.description,
        ...(plugin.version === undefined ? {} : { version: plugin.version }),
        source: readOfferedSource(written, folder, `${file}: ${plugin.name}`),
        manifest,
        ...(named.length > 0 ? { parts: { strict, ...Object.fromEntries(named) } } : {}),
      };
    }),
  };
}
