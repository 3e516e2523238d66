import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';

/** Files of a folder as git knows them. */
export interface GitFiles {
  /** Those that are as the index has them, by absolute path. */
  readonly clean: ReadonlyMap<string, { readonly blob: string; readonly executable: boolean }>;
  /** Those that are changed, or that git does not know and does not ignore. */
  readonly other: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const MOST_OUTPUT = 64 * 1024 * 1024;
/** What takes longer is not looked at. */
const PATIENCE_MS = 3_000;

/** Looks at a folder of a repository. Git only reads: it takes no lock, writes no index and starts no program of the checkout. */
export async function gitFiles(root: string, folder: string, env: Environment): Promise<GitFiles | undefined> {
  const [index, status] = await Promise.all([
    git(root, ['ls-files', '--stage', '-z', '--', folder], env),
    git(root, ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all', '--', folder], env),
  ]);
  if (!index || !status) return undefined;
  const other = split(status).map((line) => join(root, line.slice(3)));
  const changed = new Set(other);
  const clean = new Map<string, { readonly blob: string; readonly executable: boolean }>();
  for (const line of split(index)) {
    const [, mode = '', blob = '', path = ''] = /^(\d+) ([0-9a-f]+) \d\t(.*)$/s.exec(line) ?? [];
    const file = join(root, path);
    // Links and other repositories are not clean files.
    if (mode === '120000') other.push(...(changed.has(file) ? [] : [file]));
    if (mode.startsWith('100') && !changed.has(file)) clean.set(file, { blob, executable: mode === '100755' });
  }
  return { clean, other };
}

/** What a file was when git had it under this name, as it stands in the working tree. */
export function gitContent(root: string, path: string, blob: string, env: Environment): Promise<Buffer | undefined> {
  return git(root, ['cat-file', '--filters', `--path=${relative(root, path)}`, blob], env);
}

/** What git calls a content. */
export function blobName(content: Buffer, like: string): string {
  return createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');
}

function git(cwd: string, args: readonly string[], env: Environment): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    execFile(
      'git',
      ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', ...args],
      {
        cwd,
        env: { ...env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
        encoding: 'buffer',
        maxBuffer: MOST_OUTPUT,
        timeout: PATIENCE_MS,
        killSignal: 'SIGKILL',
      },
      (error, stdout) => resolve(error ? undefined : stdout),
    );
  });
}

function split(output: Buffer): string[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '');
}
