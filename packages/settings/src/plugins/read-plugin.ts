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
  const inside = (path: string) => within(folder, path, file);
  const paths = async (usual: string, more: readonly string[]) => [
    ...new Set([...((await exists(join(folder, usual))) ? [join(folder, usual)] : []), ...more.map(inside)]),
  ];
  const documents = async (key: 'hooks' | 'mcpServers', usual: readonly string[], part: typeof hooks) => {
    const files = new Set([
      ...usual.map((path) => join(folder, path)).filter((path) => readDocument(path) !== undefined),
      ...(typeof part === 'string' || Array.isArray(part) ? [part].flat().map(inside) : []),
    ]);
    const written = [...files].map((path) => ({ file: path, content: ofFile(path, key) }));
    return isObject(part) ? [...written, { file, content: unwrapped(part, key) }] : written;
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
