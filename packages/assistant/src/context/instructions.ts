import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot, realPath } from '@helve/command';
import { type InstructionFile, isInside, MOST_BYTES, type Reading, readWithImports } from './instruction-file.ts';
import { findRuleFiles, type RuleFile, withoutHead } from './rule-files.ts';

export interface InstructionPlace {
  readonly cwd: string;
  /** The state folder. */
  readonly home: string;
  /** The user's home. */
  readonly userHome?: string | undefined;
  /** Whether the rules let a file be read. */
  readonly permits?: (path: string) => boolean;
}

const NAMES = ['AGENTS.md', 'CLAUDE.md'] as const;

/**
 * What the user and the project tell the model: the user's files, those from the root down to the working directory, and
 * those of folders below, once something there is touched.
 */
export class Instructions {
  readonly root: string;
  readonly #place: InstructionPlace;
  readonly #cwd: string;
  #ruleFiles: readonly RuleFile[] | undefined;

  constructor(place: InstructionPlace) {
    this.#place = place;
    this.#cwd = realPath(place.cwd);
    this.root = projectRoot(this.#cwd);
  }

  /** Those that hold from the beginning, the nearest last. */
  initial(): readonly InstructionFile[] {
    return this.#readInitial(this.#reading());
  }

  /** Those of the folders on the way to a path, without those that hold from the beginning or were `told` before. */
  onTheWayTo(path: string, told: ReadonlySet<string>): readonly InstructionFile[] {
    const real = realPath(path);
    if (!isInside(real, this.root)) return [];
    const folders = foldersTo(real).filter((folder) => isInside(folder, this.root) && !isInside(this.#cwd, folder));
    const names = folders
      .flatMap((folder) => NAMES.map((name) => join(folder, name)))
      .filter((file) => existsSync(file));
    const scoped = this.#rules().filter(({ appliesTo }) => appliesTo?.(relative(this.root, real)) === true);
    if ([...names, ...scoped.map(({ file }) => file)].every((file) => told.has(file))) return [];
    const reading = this.#reading();
    this.#readInitial(reading);
    reading.left = MOST_BYTES;
    for (const file of told) reading.seen.add(realPath(file));
    return [...names.flatMap((file) => readWithImports(file, this.root, reading)), ...readRules(scoped, reading)];
  }

  #reading(): Reading {
    const { userHome, permits = () => true } = this.#place;
    return { userHome, permits, seen: new Set(), left: MOST_BYTES };
  }

  #readInitial(reading: Reading): readonly InstructionFile[] {
    const { home, userHome } = this.#place;
    const ofUser = [
      ...NAMES.map((name) => join(home, name)),
      ...(userHome === undefined ? [] : [join(userHome, '.claude', 'CLAUDE.md')]),
    ].flatMap((path) => readWithImports(path, undefined, reading));
    const ofProject = foldersTo(this.#cwd).flatMap((folder) =>
      NAMES.flatMap((name) =>
        readWithImports(join(folder, name), isInside(folder, this.root) ? this.root : folder, reading),
      ),
    );
    const always = this.#rules().filter(({ appliesTo }) => appliesTo === undefined);
    return withoutCopies([...ofUser, ...ofProject, ...readRules(always, reading)]);
  }

  /** Files in folders `rules`, of the user and of the project. */
  #rules(): readonly RuleFile[] {
    const { home, userHome } = this.#place;
    const ofUser = [join(home, 'rules'), ...(userHome === undefined ? [] : [join(userHome, '.claude', 'rules')])];
    const ofProject = ['.claude', '.helve'].map((folder) => join(this.root, folder, 'rules'));
    this.#ruleFiles ??= [...findRuleFiles(ofUser, undefined), ...findRuleFiles(ofProject, this.root)];
    return this.#ruleFiles;
  }
}

function readRules(rules: readonly RuleFile[], reading: Reading): readonly InstructionFile[] {
  return rules
    .flatMap(({ file, within }) => readWithImports(file, within, reading))
    .map(withoutHead)
    .filter(({ text }) => text !== '');
}

/** Files as a model reads them. */
export function tellInstructions(files: readonly InstructionFile[]): string {
  return files.map(({ path, text }) => `<instructions file="${path}">\n${text}\n</instructions>`).join('\n\n');
}

/** From the root down to a path, which may be a folder. */
function foldersTo(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...foldersTo(parent), path];
}

/** Many projects have the same text under both names. */
function withoutCopies(files: readonly InstructionFile[]): readonly InstructionFile[] {
  return files.filter(({ text }, index) => files.findIndex((other) => other.text === text) === index);
}
