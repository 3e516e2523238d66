import * as v from 'valibot';
import { refusedBundle } from './tar.ts';

export const FORMAT = 'helve-bundle';
export const VERSION = 1;

export const MANIFEST = 'manifest.json';
export const LOG = 'log.jsonl';

/** Bytes that all of a bundle may take when it is unpacked, and the number of its files. */
export const MOST_TOTAL = 256 * 1024 * 1024;
export const MOST_FILES = 20_000;

const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const Manifest = v.object({
  format: v.literal(FORMAT),
  version: v.number(),
  created: v.string(),
  conversation: v.object({
    id: v.pipe(v.string(), v.maxLength(200)),
    /** The project and the working folder on the machine that it comes from. */
    root: v.string(),
    cwd: v.string(),
    sha256: Hash,
  }),
  /** The commit that was checked out. */
  commit: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/))),
  files: v.pipe(
    v.array(v.object({ path: v.string(), sha256: Hash, executable: v.boolean() })),
    v.maxLength(MOST_FILES),
  ),
  /** Long output of tools that the conversation refers to, by its path on the machine that it comes from. */
  spill: v.pipe(v.array(v.object({ path: v.string(), sha256: Hash })), v.maxLength(MOST_FILES)),
  /** Files of the project that are not in the bundle, and why. */
  leftOut: v.array(v.object({ path: v.string(), why: v.string() })),
});

export type Manifest = v.InferOutput<typeof Manifest>;

export function contentName(sha256: string): string {
  return `content/${sha256}`;
}

export function isBundleName(name: string): boolean {
  return name === MANIFEST || name === LOG || /^content\/[0-9a-f]{64}$/.test(name);
}

/** Reads the manifest, and refuses paths that lead elsewhere or to files that programs obey. */
export function readManifest(content: Buffer | undefined): Manifest {
  const manifest = parse(content);
  if (manifest.version !== VERSION) {
    throw refusedBundle(`its version is ${manifest.version}, and this helve reads version ${VERSION}`);
  }
  const paths = new Set<string>();
  for (const { path } of manifest.files) {
    const why = whyNotPortable(path);
    if (why !== undefined) throw refusedBundle(`${JSON.stringify(path.slice(0, 200))} ${why}`);
    if (paths.has(path.toLowerCase())) throw refusedBundle(`it has ${JSON.stringify(path)} twice`);
    paths.add(path.toLowerCase());
  }
  return manifest;
}

/** Folders and files that git, helve or other assistants read settings, hooks, servers or instructions to run from. */
const GUARDED_FOLDERS: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.helve',
  '.claude',
  '.agents',
  '.codex',
  '.cursor',
]);
const GUARDED_FILES: ReadonlySet<string> = new Set(['.mcp.json', '.utcp_config.json', '.gitmodules', '.envrc']);
const SECRETS = [
  /^\.env(?:\.(?!example$|sample$|template$).+)?$/,
  /\.(?:pem|key|p12|pfx|keystore|jks)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)$/,
  /^\.(?:npmrc|netrc|pypirc|pgpass)$/,
  /^credentials(?:\.json)?$/,
];

/** Why a path, relative to the project, cannot be in a bundle; undefined where it can. */
export function whyNotPortable(path: string): string | undefined {
  const parts = path.split('/');
  const [name = ''] = parts.slice(-1);
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isPlain || /[\\\0-\x1f]/.test(path) || path.length > 1_000) return 'is not a path within the project';
  if (parts.some((part) => GUARDED_FOLDERS.has(part.toLowerCase()))) return 'may hold settings or hooks';
  if (GUARDED_FILES.has(name.toLowerCase())) return 'may hold settings or hooks';
  return SECRETS.some((secret) => secret.test(name.toLowerCase())) ? 'may hold secrets' : undefined;
}

function parse(content: Buffer | undefined): Manifest {
  if (!content) throw refusedBundle('it has no manifest');
  try {
    return v.parse(Manifest, JSON.parse(content.toString('utf8')));
  } catch {
    throw refusedBundle('its manifest cannot be read');
  }
}
