import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import picomatch from 'picomatch';
import { CommandError, type Confinement, realPath } from '@helve/command';
import { literalPath, type PathMatcher, pathMatcher, withRealBase } from '../pattern.ts';
import {
  type GuardedPath,
  guardedGit,
  isGuardedName,
  type ReadUserGit,
  readUserGit,
  type StandIn,
  standInFor,
} from './guarded.ts';
import { contains } from './project-folder.ts';

/** The paths that a confinement means now. All but the missing ones exist, and links are followed. */
export interface FoundPaths {
  readonly hidden: readonly string[];
  readonly readOnly: readonly string[];
  /** Guarded paths that do not exist yet and must not be created, with what may stand in for them. */
  readonly missing: readonly Missing[];
}

export interface Missing {
  readonly path: string;
  readonly standIn: StandIn;
}

/** How many files a pattern is looked for among. A rule that covers more stops the sandbox, rather than holding in part. */
const MOST_ENTRIES = 300_000;

/** How deep nested repositories and settings are looked for where no pattern asks for the whole tree. */
const GUARDED_DEPTH = 3;

/** Looks up on disk what a confinement names. Patterns hold for the files that exist at that moment. */
export function findPaths(confinement: Confinement): FoundPaths {
  const [hidden, readOnly] = [new Set<string>(), new Set<string>()];
  const globs: Glob[] = [];
  const sort = (patterns: readonly string[], into: Set<string>) => {
    for (const pattern of patterns) {
      const path = literalPath(pattern);
      if (path === undefined) globs.push(toGlob(pattern, into));
      // A link that leads nowhere has nothing to hide or to hold.
      else if (exists(realPath(path))) into.add(realPath(path));
      else if (isUnclear(realPath(path)) && exists(path)) throw nameless(path);
    }
  };
  sort(confinement.hidden, hidden);
  sort(confinement.readOnly, readOnly);
  const missing = new Map<string, StandIn>();
  const guard = guardIn({ readOnly, missing });
  for (const path of confinement.guarded) guard({ path });
  const roots = confinement.writable.map(realPath);
  const user = readUserGit(confinement.userGit ?? { files: [] });
  const found = new Walk({ hidden, guard, user, globs, project: realPath(confinement.project) });
  for (const base of outermost(globs.flatMap(({ bases }) => bases))) found.walk(base, Number.POSITIVE_INFINITY, roots);
  for (const root of roots) found.walk(root, GUARDED_DEPTH, roots);
  return {
    hidden: [...hidden],
    readOnly: [...readOnly],
    missing: [...missing].map(([path, standIn]) => ({ path, standIn })),
  };
}

/** Guards paths as they are now: what exists is read-only, and what does not is held. */
function guardIn({ readOnly, missing }: { readonly readOnly: Set<string>; readonly missing: Map<string, StandIn> }) {
  const folders = new Map<string, string>();
  const realFolder = (folder: string) => {
    const known = folders.get(folder) ?? realPath(folder);
    folders.set(folder, known);
    return known;
  };
  return ({ path, standIn }: GuardedPath, roots: readonly string[] = []) => {
    const found = join(realFolder(dirname(path)), basename(path));
    const isLink = exists(found);
    const real = isLink ? realPath(path) : found;
    // A guarded path that is a writable folder itself was allowed by a rule.
    if (roots.includes(real)) return;
    if (exists(real)) {
      readOnly.add(real);
      return;
    }
    if (isUnclear(real) && isLink) throw nameless(path);
    // A link that leads nowhere: whoever creates its target creates what is guarded.
    const wanted = isLink ? FOLDER : (standIn ?? standInFor(path));
    if (wanted === undefined) return;
    const [held, kind] = isLink || standIn ? firstMissing(real, wanted) : [real, wanted];
    if (!missing.has(held)) missing.set(held, kind);
  };
}

const FOLDER: StandIn = { kind: 'folder' };

/** The outermost folder of a path that does not exist. While it is held, nothing can be created in it. */
function firstMissing(path: string, standIn: StandIn): readonly [path: string, standIn: StandIn] {
  const folder = dirname(path);
  return exists(folder) ? [path, standIn] : firstMissing(folder, FOLDER);
}

interface Glob {
  readonly bases: readonly string[];
  readonly into: Set<string>;
  /** A pattern of the form `base/<any folders>/name` is looked up by its name: thousands of them cost no more than one. */
  readonly name: string | undefined;
  readonly matches: PathMatcher;
}

function toGlob(pattern: string, into: Set<string>): Glob {
  const forms = [...new Set([pattern, withRealBase(pattern)])];
  const bases = forms.map((form) => realPath(picomatch.scan(form).base.replace(/\\(.)/g, '$1') || '/'));
  const name = /\/\*\*\/([^*?[\]{}()!+@|\\/]+)$/.exec(pattern)?.[1];
  const isPlain = name !== undefined && literalPath(pattern.slice(0, -name.length - 4)) !== undefined;
  return { bases, into, name: isPlain ? name : undefined, matches: pathMatcher(forms) };
}

interface Finding {
  readonly hidden: Set<string>;
  readonly guard: (path: GuardedPath, roots: readonly string[]) => void;
  readonly user: ReadUserGit;
  readonly globs: readonly Glob[];
  readonly project: string;
}

class Walk {
  readonly #byName = new Map<string, Glob[]>();
  readonly #others: Glob[] = [];
  #left = MOST_ENTRIES;
  readonly #walked: string[] = [];

  constructor(readonly found: Finding) {
    for (const glob of found.globs) {
      if (glob.name === undefined) this.#others.push(glob);
      else this.#byName.set(glob.name, [...(this.#byName.get(glob.name) ?? []), glob]);
    }
  }

  walk(base: string, depth: number, roots: readonly string[]): void {
    if (this.#walked.some((done) => contains(done, base))) return;
    if (depth === Number.POSITIVE_INFINITY) this.#walked.push(base);
    this.#enter(base, depth, roots);
  }

  #enter(folder: string, depth: number, roots: readonly string[]): void {
    if (KERNEL.includes(folder) || this.found.hidden.has(folder)) return;
    const inRoot = roots.some((root) => contains(root, folder));
    const entries = entriesOf(folder);
    if (entries.some(({ name }) => isUnclear(name))) this.#refuseNameless(Buffer.from(folder), folder, depth, inRoot);
    if (inRoot && isBareRepository(entries)) this.#guardAll(guardedGit(folder, this.found.user), roots);
    for (const entry of entries) {
      this.#left -= 1;
      if (this.#left < 0) throw tooMany(folder);
      const path = join(folder, entry.name);
      this.#match(path, entry);
      if (inRoot && isGuardedName(entry.name)) this.#guard(path, entry, roots);
      const isShallow = depth !== Number.POSITIVE_INFINITY;
      const skipped = entry.name === '.git' || (isShallow && entry.name === 'node_modules');
      if (entry.isDirectory() && depth > 0 && !skipped) this.#enter(path, depth - 1, roots);
    }
  }

  /** Throws where something that is to be protected has a path that is not UTF-8: no mount can be made for it. */
  #refuseNameless(folder: Buffer, shown: string, depth: number, inRoot: boolean, isNamed = true): void {
    const entries = bytesOf(folder);
    const names = entries.map(({ name }) => name.toString());
    if (!isNamed && inRoot && isBareRepository(names.map((name) => ({ name })))) throw nameless(shown);
    for (const [index, entry] of entries.entries()) {
      const name = names[index] ?? '';
      if (isNamed && Buffer.from(name).equals(entry.name)) continue;
      this.#left -= 1;
      if (this.#left < 0) throw tooMany(shown);
      const path = join(shown, name);
      if (this.#matching(path, name).length > 0 || (inRoot && isGuardedName(name))) throw nameless(path);
      const below = Buffer.concat([folder, Buffer.from('/'), entry.name]);
      if (entry.isDirectory() && depth > 0) this.#refuseNameless(below, path, depth - 1, inRoot, false);
    }
  }

  #match(path: string, { name }: Dirent): void {
    for (const { into } of this.#matching(path, name)) this.#add(into, path);
  }

  #matching(path: string, name: string): readonly Glob[] {
    const named = this.#byName.get(name)?.filter(({ bases }) => bases.some((base) => contains(base, path))) ?? [];
    return [...named, ...this.#others.filter(({ matches }) => matches(path))];
  }

  /** What a link leads to is meant too, unless that is the project itself or around it. */
  #add(into: Set<string>, path: string): void {
    const real = realPath(path);
    if (isUnclear(real) && !exists(real)) throw nameless(path);
    if (exists(real) && !contains(real, this.found.project)) into.add(real);
  }

  #guard(path: string, { name }: Dirent, roots: readonly string[]): void {
    if (name === '.git') this.#guardAll(guardedGit(path, this.found.user), roots);
    else this.#guardAll([{ path: name === '.vscode' ? join(path, 'tasks.json') : path }], roots);
  }

  #guardAll(paths: readonly GuardedPath[], roots: readonly string[]): void {
    for (const path of paths) this.found.guard(path, roots);
  }
}

/** Git takes any folder with these for a repository. */
function isBareRepository(entries: readonly Pick<Dirent, 'name'>[]): boolean {
  return ['HEAD', 'config', 'objects', 'refs'].every((name) => entries.some((entry) => entry.name === name));
}

const KERNEL = ['/proc', '/sys', '/dev'];

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A program of the same user cannot read it either.
    return [];
  }
}

function bytesOf(folder: Buffer): readonly Dirent<Buffer>[] {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
  } catch {
    return [];
  }
}

/** Whether a name may not be what is on disk: bytes that are not UTF-8 are read as this character. */
function isUnclear(name: string): boolean {
  return name.includes('\uFFFD');
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** The folders that none of the others contains. */
function outermost(folders: readonly string[]): readonly string[] {
  const sorted = [...new Set(folders)].sort((a, b) => a.length - b.length);
  return sorted.filter((folder, index) => !sorted.slice(0, index).some((other) => contains(other, folder)));
}

function tooMany(folder: string): CommandError {
  return new CommandError(
    'UNAVAILABLE',
    `The sandbox cannot start: a rule with a pattern covers more than ${MOST_ENTRIES} files (stopped at ${folder})`,
    { hint: 'Name a smaller folder in the rule, such as Read(~/work/**/.env), or a file.', retry: 'never' },
  );
}

function nameless(path: string): CommandError {
  return new CommandError(
    'UNAVAILABLE',
    `The sandbox cannot start: ${path} is to be protected, and its path is not UTF-8`,
    { hint: 'Rename what has a name with � in it, or move it out of the project.', retry: 'never' },
  );
}
