import { join, relative } from 'node:path';
import { realPath } from '@helve/command';
import {
  absolutePattern,
  compilePattern,
  literalPath,
  type PathMatcher,
  type PatternBase,
  withRealBase,
} from '../pattern.ts';
import type { Below, Reach } from './line.ts';
import { entriesOf } from './places.ts';
import { certainFolder, DEEP, isPlain, mayMeet, type Steps, stepsOfPattern, stepsOfShape } from './shape.ts';

/** Whether a rule's pattern may mean something that is touched. Only "no" is sure. */
export type Guard = (reach: Reach) => boolean;

/** Files below a folder that are looked at; beyond that it may contain anything. */
const MOST_ENTRIES = 50_000;
/** Comparisons of a rule with a file, for one folder. */
const MOST_COMPARISONS = 2_000_000;

/** Compiles the paths of a rule: for paths that are known, and for others. */
export function compilePaths(
  pattern: string,
  base: PatternBase,
): { readonly matches: PathMatcher; readonly guard: Guard } {
  const matches = compilePattern(pattern, base);
  return { matches, guard: guardOf(pattern, base, matches) };
}

function guardOf(pattern: string, base: PatternBase, matches: PathMatcher): Guard {
  let made: { readonly steps: readonly Steps[]; readonly literals: readonly (string | undefined)[] } | undefined;
  const read = () => {
    const written = absolutePattern(pattern, base);
    const forms = [...new Set([written, withRealBase(written)])];
    const all = forms.flatMap((form) => [form, `${form}/**`, ...(form.endsWith('/**') ? [form.slice(0, -3)] : [])]);
    return { steps: all.map(stepsOfPattern), literals: forms.map(literalPath) };
  };
  const meets = (shape: string) => {
    made ??= read();
    const path = stepsOfShape(shape);
    return made.steps.some((each) => mayMeet(path, each));
  };
  return (reach) => {
    const places = placesOf(reach.path);
    const { below } = reach;
    if (places.some((path) => (isPlain(path) ? matches(path) : meets(path)))) return true;
    if (below === undefined) return false;
    made ??= read();
    const { literals } = made;
    return places.some((path) => {
      if (!isPlain(path)) return meets(`${path}/${DEEP}`);
      if (literals.some((literal) => literal !== undefined && contains(path, literal, below))) return true;
      const isLiteral = literals.every((literal) => literal !== undefined);
      const isPossible = below.links || (!isLiteral && meets(`${path === '/' ? '' : path}/${DEEP}`));
      return isPossible && mayContain(reach, below, path, matches);
    });
  };
}

/** A path as it was given, and with links followed as far as it is certain. */
function placesOf(path: string): readonly string[] {
  if (isPlain(path)) return [...new Set([path, realPath(path)])];
  const folder = certainFolder(path);
  return [...new Set([path, join(realPath(folder), '/', path.slice(folder.length))])];
}

function contains(folder: string, path: string, { hidden }: Below): boolean {
  const inside = relative(folder, path);
  if (inside.startsWith('..')) return false;
  return hidden || !/(^|\/)\./.test(inside);
}

/** What is below the folders of one line, and how much of it was compared. It is forgotten with the line. */
const WALKED = new WeakMap<Reach, Map<string, { readonly paths: readonly string[] | undefined; left: number }>>();

function mayContain(reach: Reach, below: Below, folder: string, matches: PathMatcher): boolean {
  const byFolder = WALKED.get(reach) ?? new Map();
  WALKED.set(reach, byFolder);
  const walked = byFolder.get(folder) ?? { paths: walk(folder, below), left: MOST_COMPARISONS };
  byFolder.set(folder, walked);
  if (!walked.paths) return true;
  walked.left -= walked.paths.length;
  return walked.left < 0 || walked.paths.some(matches);
}

/** All paths below a folder, and where links in it lead if they are followed. */
function walk(folder: string, { hidden, links }: Below): readonly string[] | undefined {
  const paths: string[] = [];
  const open = [folder];
  const seen = new Set<string>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const entry of entriesOf(next)) {
      if (!hidden && entry.name.startsWith('.')) continue;
      if (paths.length > MOST_ENTRIES) return undefined;
      const path = join(next, entry.name);
      paths.push(path);
      if (entry.isDirectory()) open.push(path);
      if (!links || !entry.isSymbolicLink()) continue;
      paths.push(realPath(path));
      open.push(realPath(path));
    }
  }
  return paths;
}
