import { lstatSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CommandError, type Confinement, readTextIfAny, realPath } from '@helve/command';
import { contains, type FoundPaths } from '@helve/policy';
import type { Sockets } from './sockets.ts';

/** One step in laying out the files that a program sees, on top of a system that is read-only throughout. */
export type Step =
  /** The same path as outside, or another one, writable or read-only. */
  | { readonly kind: 'writable' | 'readOnly'; readonly path: string; readonly source: string }
  /** An empty folder or file that cannot be written. */
  | { readonly kind: 'emptyFolder' | 'emptyFile'; readonly path: string }
  /** A folder of its own that vanishes with the program. */
  | { readonly kind: 'scratch'; readonly path: string };

/** Folders where programs of the outside keep their sockets and temporary files. */
const PRIVATE = ['/tmp', '/var/tmp', '/run'];

/** Parts of /run that systems keep programs and settings in. */
const SHOWN_IN_RUN = [
  '/run/current-system',
  '/run/wrappers',
  '/run/booted-system',
  '/run/systemd/resolve/stub-resolv.conf',
];

/** bubblewrap reads the table of mounts for each: their number decides how long it takes to start. */
const MOST_HIDDEN = 400;

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder that is the program's /tmp; absent: one that vanishes with it. */
  readonly temp: string | undefined;
  /** Empty folders that stand in for guarded paths. */
  readonly placeholders: readonly string[];
  readonly sockets: Sockets;
  /** What is mounted over a hidden path; undefined: something empty. */
  readonly maskOver: (path: string) => string | undefined;
}

/** Works out what a confined program sees. Outer paths come before those in them. */
export function layOut(
  confinement: Confinement,
  found: FoundPaths,
  { cwd, env, temp, placeholders, sockets, maskOver }: Surroundings,
): readonly Step[] {
  const privates = [...PRIVATE, ...runtimeFolders(env)].filter(isFolder).map(realPath);
  const isPrivate = (path: string) => privates.some((folder) => contains(folder, path));
  const writable = writableFolders(confinement).filter((path) => !privates.includes(path));
  const isWritable = (path: string) => writable.some((folder) => contains(folder, path));
  const shown = confinement.shown.map(realPath).filter(isFolder);
  // The folder to work in and the home folder can be read, also among temporary files.
  const working = [confinement.project, cwd, ...(env.HOME === undefined ? [] : [env.HOME])]
    .map(realPath)
    .filter((path) => isPrivate(path) && !isWritable(path) && !privates.includes(path) && isFolder(path));
  const isThere = (path: string) =>
    !isPrivate(path) || [...working, ...shown, ...writable].some((each) => contains(each, path));
  const hidden = fewer([...found.hidden, ...sockets.hidden].filter(isThere), [...writable, realPath(cwd)]);
  const isHidden = (path: string) =>
    hidden.some(
      (folder) => contains(folder, path) && !shown.some((each) => contains(folder, each) && contains(each, path)),
    );
  if (isHidden(realPath(cwd))) throw hiddenFolder(cwd);

  const readOnly = found.readOnly.filter(isWritable);
  const isReadOnly = (path: string) => readOnly.some((each) => contains(each, path));
  const pins = [...readOnly, ...placeholders, ...hidden.filter(isWritable)]
    .flatMap((path) => between(path, writable))
    .filter((path) => !isReadOnly(path));
  const shared = realPath('/tmp');
  const steps = new Map<string, Step>();
  const add = (step: Step) => steps.set(step.path, step);
  for (const path of privates) add({ kind: 'scratch', path });
  for (const path of SHOWN_IN_RUN.filter(exists)) add({ kind: 'readOnly', path, source: realPath(path) });
  for (const path of [...working, ...shown]) add({ kind: 'readOnly', path, source: path });
  // Programs replace a file by renaming another over it, which fails where it is a mount.
  const isPart = (path: string) =>
    !isFolder(path) && !isReadOnly(path) && writable.some((folder) => folder !== path && contains(folder, path));
  for (const path of [...writable.filter((each) => !isPart(each)), ...pins])
    add({ kind: 'writable', path, source: path });
  for (const path of readOnly) add({ kind: 'readOnly', path, source: path });
  for (const path of placeholders) {
    add(isFolder(path) ? { kind: 'emptyFolder', path } : { kind: 'readOnly', path, source: path });
  }
  for (const path of sockets.allowed.filter((each) => !isThere(each))) add({ kind: 'readOnly', path, source: path });
  // A program could prepare a kept folder so that mounts in it go elsewhere the next time.
  const isMountedOn = [...steps.keys()].some((path) => path !== shared && contains(shared, path));
  if (temp !== undefined && !isMountedOn) add({ kind: 'writable', path: shared, source: temp });
  const visible = [...steps.values()].filter(({ path }) => !isHidden(path));
  const masks = hidden.map((path): Step => {
    const source = maskOver(path);
    if (source !== undefined) return { kind: 'readOnly', path, source };
    return { kind: isFolder(path) ? 'emptyFolder' : 'emptyFile', path };
  });
  return [...visible, ...masks].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The folders that can be written, with links followed, and the repository of a linked worktree. */
export function writableFolders({ writable, project }: Confinement): readonly string[] {
  const folders = writable.map(realPath);
  const linked = folders.some((folder) => contains(folder, realPath(project))) ? linkedGit(project) : [];
  return unique([...folders, ...linked.map(realPath)]).filter(exists);
}

/** The folders that must not be renamed so that a path below them stays where it is: mount points cannot be. */
function between(path: string, roots: readonly string[]): readonly string[] {
  const folders: string[] = [];
  for (
    let folder = dirname(path);
    roots.some((root) => root !== folder && contains(root, folder));
    folder = dirname(folder)
  ) {
    if (exists(folder)) folders.push(folder);
  }
  return folders;
}

/** At most so many paths: where one folder holds many hidden files, all of it is hidden. */
function fewer(paths: readonly string[], kept: readonly string[]): readonly string[] {
  const distinct = new Set(paths);
  const isCovered = (folder: string): boolean =>
    distinct.has(folder) || (folder !== dirname(folder) && isCovered(dirname(folder)));
  const hidden = [...distinct].filter((path) => !isCovered(dirname(path)));
  if (hidden.length <= MOST_HIDDEN) return hidden;
  const counts = new Map<string, number>();
  for (const path of hidden) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  const [fullest] = [...counts]
    .filter(([folder]) => !kept.some((path) => contains(folder, path)))
    .sort((a, b) => b[1] - a[1]);
  if (!fullest || fullest[1] < 2) throw tooManyHidden(hidden.length);
  return fewer([...hidden.filter((path) => !contains(fullest[0], path)), fullest[0]], kept);
}

/** Where a linked worktree keeps its repository, if that agrees that it is one of its worktrees. */
function linkedGit(project: string): readonly string[] {
  const link = join(project, '.git');
  const folder = /^gitdir: (.+)\n?$/.exec(readText(link))?.[1];
  if (folder === undefined) return [];
  const own = resolve(project, folder);
  const back = readText(join(own, 'gitdir')).trim();
  const common = resolve(own, readText(join(own, 'commondir')).trim());
  const isLinked = back !== '' && realPath(resolve(own, back)) === realPath(link);
  // A checkout may bring such files: they must not lead to a folder that is not a repository's.
  const isRepository = dirname(own) === join(common, 'worktrees') && isFolder(join(common, 'objects'));
  return isLinked && isRepository && exists(join(common, 'HEAD')) ? [common] : [];
}

function runtimeFolders({ XDG_RUNTIME_DIR, TMUX_TMPDIR }: Surroundings['env']): readonly string[] {
  return [XDG_RUNTIME_DIR, TMUX_TMPDIR].filter(
    (path) => path !== undefined && path.startsWith('/') && path !== '/',
  ) as string[];
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}

function readText(file: string): string {
  return readTextIfAny(file) ?? '';
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function hiddenFolder(cwd: string): CommandError {
  return new CommandError('PERMISSION_DENIED', `${cwd} is hidden from programs in the sandbox, so none can run in it`, {
    hint: 'Choose another working directory.',
    retry: 'never',
    details: { path: cwd },
  });
}

function tooManyHidden(count: number): CommandError {
  return new CommandError('UNAVAILABLE', `The sandbox cannot start: ${count} files must be hidden in as many places`, {
    hint: `At most ${MOST_HIDDEN} files can be hidden one by one. Put them into a folder of their own and deny that.`,
    retry: 'never',
  });
}
