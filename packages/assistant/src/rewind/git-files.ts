import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { GitResult } from '@helve/processes';

/** Files of a folder as git knows them. */
export interface GitFiles {
  /** Those that are as the index has them, by absolute path. */
  readonly clean: ReadonlyMap<string, { readonly blob: string; readonly executable: boolean }>;
  /** Those that are changed, or that git does not know and does not ignore. */
  readonly other: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What takes longer is not looked at. */
const PATIENCE_MS = 3_000;

/** Looks at a folder of a repository. Git only reads: it takes no lock, writes no index and starts no program of the checkout. */
export async function gitFiles(
  root: string,
  folder: string,
  env: Environment,
  patienceMs = PATIENCE_MS,
): Promise<GitFiles | undefined> {
  const [index, status] = await Promise.all([
    git(root, ['ls-files', '-v', '--stage', '-z', '--', folder], env, { patienceMs }),
    git(root, ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all', '--', folder], env, {
      patienceMs,
    }),
  ]);
  if (!index || !status) return undefined;
  const other = split(status).map((line) => join(root, line.slice(3)));
  const changed = new Set(other);
  const entries = split(index).map((line) => /^(\S) (\d+) ([0-9a-f]+) \d\t(.*)$/s.exec(line) ?? []);
  const paths = entries.map(([, , , , path = '']) => path);
  const unlike = await unlikeTheirBlobs(root, paths, status.unusedFilters, env);
  if (!unlike) return undefined;
  const clean = new Map<string, { readonly blob: string; readonly executable: boolean }>();
  for (const [, tag = '', mode = '', blob = '', path = ''] of entries) {
    const file = join(root, path);
    if (changed.has(file)) continue;
    // Links and other repositories are not clean files.
    if (mode === '120000' || unlike.has(path) || isUnchecked(tag, file)) other.push(file);
    else if (mode.startsWith('100')) clean.set(file, { blob, executable: mode === '100755' });
  }
  return { clean, other };
}

/** Git was told not to look at the file: it is as the index has it only by assumption. */
function isUnchecked(tag: string, file: string): boolean {
  return /[a-z]/.test(tag) || (tag === 'S' && existsSync(file));
}

/** What a file was when git had it under this name, as it stands in the working tree. */
export async function gitContent(
  root: string,
  path: string,
  blob: string,
  env: Environment,
): Promise<Buffer | undefined> {
  const name = relative(root, path);
  const content = await git(root, ['cat-file', '--filters', `--path=${name}`, blob], env);
  if (!content) return undefined;
  const unlike = await unlikeTheirBlobs(root, [name], content.unusedFilters, env);
  return unlike?.size === 0 ? content.bytes : undefined;
}

/** Files that only a filter of the checkout, which is not run, could make from what git has. */
async function unlikeTheirBlobs(
  root: string,
  paths: readonly string[],
  filters: readonly string[],
  env: Environment,
): Promise<ReadonlySet<string> | undefined> {
  if (filters.length === 0 || paths.length === 0) return new Set();
  const result = await git(root, ['check-attr', '-z', '--stdin', 'filter'], env, { input: paths.join('\0') });
  const values = result?.stdout.split('\0');
  return values && new Set(values.filter((_, at) => at % 3 === 0 && filters.includes(values[at + 2] ?? '')));
}

/** What git calls a content. */
export function blobName(content: Buffer, like: string): string {
  return createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');
}

async function git(
  cwd: string,
  args: readonly string[],
  env: Environment,
  { input, patienceMs = PATIENCE_MS }: { readonly input?: string; readonly patienceMs?: number } = {},
): Promise<GitResult | undefined> {
  const { runGit } = await import('@helve/processes');
  const signal = AbortSignal.timeout(patienceMs);
  const result = await runGit({ args, effect: 'inspect', cwd, env, signal, input }).catch(() => undefined);
  return result?.exitCode === 0 ? result : undefined;
}

function split({ stdout }: GitResult): string[] {
  return stdout.split('\0').filter((line) => line !== '');
}
