import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { arch, geteuid, pid } from 'node:process';
import { CommandError, type Confinement, realPath } from '@helve/command';
import { REPORT_END } from './gate.ts';
import { filterName, seccompFilter } from './seccomp.ts';

/** Where helve keeps what sandboxes need. The system removes it in time, as it does with other temporary files. */
export function stateFolder(): string {
  const folder = ownFolder(join(realPath('/tmp'), `helve-sandbox-${geteuid?.() ?? 0}`));
  const empty = join(folder, 'empty');
  if (lstatSync(empty, { throwIfNoEntry: false }) === undefined) {
    writeFileSync(empty, '');
    chmodSync(empty, 0);
  }
  const end = join(folder, 'end');
  if (lstatSync(end, { throwIfNoEntry: false }) === undefined) writeFileSync(end, REPORT_END);
  return folder;
}

/** A file with the filter of system calls. */
export function filterFile(state: string): string | undefined {
  if (FILTER === undefined) return undefined;
  const file = join(state, filterName(FILTER));
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) {
    const written = `${file}-${pid}`;
    writeFileSync(written, FILTER, { mode: 0o400 });
    renameSync(written, file);
  }
  return file;
}

const FILTER = seccompFilter(arch);

/** The path of a folder for a project's programs. They find in their temporary folder what they left there. */
export function projectFolder(state: string, purpose: 'temp' | 'placeholders', { project }: Confinement): string {
  return join(state, `${purpose}-${digestOf(realPath(project))}`);
}

const digests = new Map<string, string>();

function digestOf(path: string): string {
  const known = digests.get(path) ?? createHash('sha256').update(path).digest('hex').slice(0, 16);
  digests.set(path, known);
  return known;
}

/** The folder, made if it is missing. It must be ours alone: /tmp is everyone's. */
export function ownFolder(path: string): string {
  try {
    mkdirSync(path, { mode: 0o700 });
    return path;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw notOurs(path, thrown);
  }
  const { uid, mode } = lstatSync(path);
  const isOurs = lstatSync(path).isDirectory() && uid === geteuid?.() && (mode & 0o077) === 0;
  if (!isOurs) throw notOurs(path);
  return path;
}

function notOurs(path: string, cause?: unknown): CommandError {
  return new CommandError('UNAVAILABLE', `The sandbox cannot start: ${path} is not a folder that only you can use`, {
    hint: `Remove it: rm -r ${path}`,
    ...(cause === undefined ? {} : { cause }),
  });
}
