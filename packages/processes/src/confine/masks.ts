import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { makeFolderSync, realPath } from '@helve/command';
import { contains } from '@helve/policy';
import { type TrackedFile, trackedFiles } from './git-index.ts';

/**
 * What is mounted over hidden files that git tracks. Over an empty folder, `git add -A` would record that all files in it
 * were deleted. So each has a file in its place that cannot be read, and that has the size and time that the index of git
 * has for it: git takes it for unchanged.
 */
export class Masks {
  readonly #state: string;
  readonly #project: string;
  #used = false;

  constructor(state: string, project: string) {
    this.#state = state;
    this.#project = realPath(project);
  }

  /** What to mount over a hidden path; undefined where git tracks nothing there. */
  over(hidden: string): string | undefined {
    if (!contains(this.#project, hidden) || hidden === this.#project) return undefined;
    const files = trackedFiles(this.#project).filter(({ path }) => contains(hidden, join(this.#project, path)));
    if (files.length === 0) return undefined;
    this.#used = true;
    const named = files.map((file) => ({ ...file, path: relative(hidden, join(this.#project, file.path)) }));
    const mask = join(
      this.#state,
      `mask-${createHash('sha256').update(JSON.stringify(named)).digest('hex').slice(0, 32)}`,
    );
    if (!existsSync(mask)) make(mask, named);
    return mask;
  }

  /** Variables with which git compares only what a mask has. */
  variables(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
    if (!this.#used) return {};
    const count = Number(env.GIT_CONFIG_COUNT) || 0;
    const settings = [
      ['core.checkStat', 'minimal'],
      ['core.trustctime', 'false'],
    ] as const;
    return {
      GIT_CONFIG_COUNT: String(count + settings.length),
      ...Object.fromEntries(
        settings.flatMap(([key, value], index) => [
          [`GIT_CONFIG_KEY_${count + index}`, key],
          [`GIT_CONFIG_VALUE_${count + index}`, value],
        ]),
      ),
    };
  }
}

/** Others see all of it or nothing. */
function make(mask: string, files: readonly TrackedFile[]): void {
  const made = mkdtempSync(`${mask}-`);
  const content = join(made, 'mask');
  for (const file of files) makeFile(join(content, file.path), file);
  if (existsSync(content) && files[0]?.path !== '') chmodSync(content, 0o755);
  try {
    renameSync(content, mask);
  } catch {
    // Another process has made it meanwhile.
  }
  rmSync(made, { recursive: true, force: true });
}

function makeFile(path: string, { size, modified, isExecutable }: TrackedFile): void {
  makeFolderSync(dirname(path), 0o755);
  writeFileSync(path, '');
  // Sparse: it takes no space.
  truncateSync(path, size);
  utimesSync(path, modified, modified);
  chmodSync(path, isExecutable ? 0o100 : 0);
}
