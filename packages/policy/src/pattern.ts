import { isAbsolute, join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { realPath } from '@helve/command';
import { escapePattern } from './escape-pattern.ts';

export type PathMatcher = (absolutePath: string) => boolean;

/** Where the patterns of a settings file start from. */
export interface PatternBase {
  /** The project's folder. */
  readonly root: string;
  /** The user's home, for `~/`. */
  readonly home: string | undefined;
}

/**
 * Matches absolute paths against a pattern of the settings. As in .gitignore, a pattern without a slash matches a
 * name at any depth; others start at the project, at `~/`, or at `/`. A folder's pattern holds for all below it.
 */
export function compilePattern(pattern: string, base: PatternBase): PathMatcher {
  const written = absolutePattern(pattern, base);
  const forms = new Set([written, withRealBase(written)]);
  const matchers = [...forms].map((form) => pathMatcher([form, `${form}/**`]));
  return (path) => matchers.some((matches) => matches(path));
}

/** The pattern with its base written out: the project, `~/` or `/`. */
export function absolutePattern(pattern: string, { root, home }: PatternBase): string {
  const trimmed = pattern.length > 1 ? pattern.replace(/\/$/, '') : pattern;
  if (trimmed === '~' || trimmed.startsWith('~/')) return join(escapePattern(home ?? '/nonexistent'), trimmed.slice(1));
  if (isAbsolute(trimmed)) return trimmed.replace(/^\/\//, '/');
  const relative = trimmed.replace(/^\.\//, '');
  if (!relative.includes('/')) return join(escapePattern(root), '**', relative);
  return resolve('/', join(escapePattern(root), relative));
}

/** Matches paths against absolute patterns. Names may hold line breaks, which are characters like others. */
export function pathMatcher(patterns: readonly string[]): PathMatcher {
  return picomatch([...patterns], { dot: true, flags: 's' });
}

/** The path that an absolute pattern stands for, if it is a single one; a folder with all below it is. */
export function literalPath(pattern: string): string | undefined {
  const whole = pattern.replace(/\/\*\*$/, '');
  const { base, glob } = picomatch.scan(whole);
  return glob === '' ? base.replace(/\\(.)/g, '$1') : undefined;
}

/** A pattern below a linked folder must hold for the real place too: rules are matched after links are followed. */
export function withRealBase(pattern: string): string {
  const { base, glob } = picomatch.scan(pattern);
  if (base === '' || base === '/') return pattern;
  const real = escapePattern(realPath(base.replace(/\\(.)/g, '$1')));
  return glob === '' ? real : join(real, glob);
}
