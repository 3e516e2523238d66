import { lstat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import * as v from 'valibot';
import { brokenAt, isObject, type JsonObject, readDocument } from '../document.ts';

/** What a plugin brings. Paths are those of folders, or of single files. */
export interface PluginParts {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly folder: string;
  readonly skills: readonly string[];
  readonly commands: readonly string[];
  readonly agents: readonly string[];
  readonly hooks: readonly PluginDocument[];
  /** Documents of servers by their names. */
  readonly mcpServers: readonly PluginDocument[];
}

export interface PluginDocument {
  readonly file: string;
  readonly content: JsonObject;
}

/** Where a plugin says what it is. */
export const MANIFEST = join('.claude-plugin', 'plugin.json');

/** Where it is kept what a marketplace says of an installed plugin. */
export const ENTRY = join('.claude-plugin', 'marketplace-entry.json');

/** Names of plugins and marketplaces are names of folders and stand on lines. */
export const PluginName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][\w.-]*$/, 'may contain letters, digits, dots, dashes and underscores'),
);

const Paths = v.optional(
  v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((paths) => [paths].flat()),
  ),
  [],
);
const Part = v.optional(v.union([v.string(), v.array(v.string()), v.record(v.string(), v.unknown())]));

/** The parts that a marketplace names. */
const Entry = v.looseObject({
  strict: v.optional(v.boolean(), true),
  skills: v.optional(Paths),
  commands: v.optional(Paths),
  agents: v.optional(Paths),
  hooks: Part,
  mcpServers: Part,
});

/** Only the name is needed. What we do not know is for other programs. */
const Manifest = v.looseObject({
  name: PluginName,
  version: v.optional(v.string()),
  description: v.optional(v.string()),
  skills: Paths,
  commands: Paths,
  agents: Paths,
  hooks: Part,
  mcpServers: Part,
});

/** Reads what a plugin brings. A broken part is an error. */
export async function readPlugin(folder: string): Promise<PluginParts> {
  const file = join(folder, MANIFEST);
  const document = readDocument(file);
  if (!document) throw brokenAt(file, [], 'the file does not exist, so the folder is not a plugin');
  const read = v.safeParse(Manifest, document);
  if (!read.success) {
    const [issue] = read.issues;
    const key = v.getDotPath(issue) ?? '';
    throw brokenAt(file, key.split('.'), `${key}: ${issue.message}`);
  }
  const { name, version, description, skills, commands, agents, hooks, mcpServers } = read.output;
  const entry = readEntry(folder);
  const inside = (path: string) => within(folder, path, file);
  const paths = async (key: 'skills' | 'commands' | 'agents', more: readonly string[]) => {
    // A marketplace that names some offers those and no others.
    const named = entry?.whole ? (entry[key] ?? []) : entry?.[key];
    if (named) return [...new Set(named.map(inside))];
    const usual = join(folder, key);
    return [...new Set([...((await exists(usual)) ? [usual] : []), ...more.map(inside)])];
  };
  const documents = async (key: 'hooks' | 'mcpServers', usual: readonly string[], own: typeof hooks) => {
    const parts = entry?.whole ? [entry[key]] : [own, entry?.[key]];
    const found = entry?.whole ? [] : usual.map((path) => join(folder, path));
    const files = new Set([
      ...found.filter((path) => readDocument(path) !== undefined),
      ...parts.flatMap((part) => (typeof part === 'string' || Array.isArray(part) ? [part].flat().map(inside) : [])),
    ]);
    return [
      ...[...files].map((path) => ({ file: path, content: ofFile(path, key) })),
      ...parts.flatMap((part) => (isObject(part) ? [{ file, content: unwrapped(part, key) }] : [])),
    ];
  };
  return {
    name,
    ...(version === undefined ? {} : { version }),
    ...(description === undefined ? {} : { description }),
    folder,
    skills: await paths('skills', skills),
    commands: await paths('commands', commands),
    agents: await paths('agents', agents),
    hooks: await documents('hooks', [join('hooks', 'hooks.json')], hooks),
    mcpServers: await documents('mcpServers', ['.mcp.json', join('.claude-plugin', 'mcp.json')], mcpServers),
  };
}

/** What the marketplace said; `whole`: that is all that the plugin brings. */
function readEntry(folder: string) {
  const document = readDocument(join(folder, ENTRY));
  const read = v.safeParse(Entry, document);
  if (!document || !read.success) return undefined;
  return { ...read.output, whole: !read.output.strict };
}

function within(folder: string, path: string, file: string): string {
  const found = resolve(folder, path);
  if (found === folder || found.startsWith(`${folder}${sep}`)) return found;
  throw brokenAt(file, [basename(path)], `${path} points outside the plugin`);
}

function ofFile(path: string, key: string): JsonObject {
  const document = readDocument(path);
  if (!document) throw brokenAt(path, [], 'the plugin refers to this file, which does not exist');
  return unwrapped(document, key);
}

/** `{"hooks": {…}}` and what stands in it by itself mean the same. */
function unwrapped(document: JsonObject, key: string): JsonObject {
  const inner = document[key];
  return isObject(inner) ? inner : document;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
