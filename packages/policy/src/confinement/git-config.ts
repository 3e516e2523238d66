import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readTextIfAny } from '@helve/command';

/** Where git finds the settings of a user, whatever the repository. */
export interface UserGit {
  readonly home?: string | undefined;
  readonly files: readonly string[];
}

/** What a configuration names that makes git run something. */
export interface NamedByGit {
  /** Included files, also those whose condition does not hold now: a program can make it hold. */
  readonly files: readonly string[];
  /** Values of `core.hooksPath`: relative ones start at the top of a work tree. */
  readonly hooks: readonly string[];
  /** The last value of `core.worktree`. */
  readonly workTree: string | undefined;
}

/** The files of the user and the system, where git looks for them. */
export function userGit(env: Readonly<Record<string, string | undefined>>): UserGit {
  const home = env.HOME ?? env.USERPROFILE;
  const settings = env.XDG_CONFIG_HOME || (home === undefined ? undefined : join(home, '.config'));
  const own = [
    ...(settings === undefined ? [] : [join(settings, 'git/config')]),
    ...(home === undefined ? [] : [join(home, '.gitconfig')]),
  ];
  const system = env.GIT_CONFIG_SYSTEM ? [env.GIT_CONFIG_SYSTEM] : SYSTEM;
  return { home, files: [...system, ...(env.GIT_CONFIG_GLOBAL ? [env.GIT_CONFIG_GLOBAL] : own)] };
}

/** Git has one of these compiled in. */
const SYSTEM = ['/etc/gitconfig', '/usr/local/etc/gitconfig', '/opt/homebrew/etc/gitconfig'];

/** More files than this are not followed. Git itself follows ten in a row. */
const MOST_FILES = 200;

/** Reads configuration files with all that they include. */
export function namedByGit(files: readonly string[], home: string | undefined): NamedByGit {
  const included: string[] = [];
  const hooks: string[] = [];
  let workTree: string | undefined;
  const queue = [...files];
  const seen = new Set(queue);
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    for (const { key, value } of parseGitConfig(readTextIfAny(file) ?? '')) {
      if (key === 'core.hookspath' && value !== '') hooks.push(expand(value, home));
      if (key === 'core.worktree') workTree = value;
      if (!/^include(?:if\..*)?\.path$/s.test(key) || value === '') continue;
      const path = resolve(dirname(file), expand(value, home));
      if (seen.has(path) || seen.size > MOST_FILES) continue;
      seen.add(path);
      included.push(path);
      queue.push(path);
    }
  }
  return { files: included, hooks, workTree };
}

/** Where the hooks of a folder are looked for. */
export function hookFolders(hooks: readonly string[], tops: readonly string[]): readonly string[] {
  return hooks.flatMap((value) => (isAbsolute(value) ? [value] : tops.map((top) => resolve(top, value))));
}

function expand(value: string, home: string | undefined): string {
  return home !== undefined && /^~(?:\/|$)/.test(value) ? join(home, value.slice(1)) : value;
}

interface Entry {
  /** `section.subsection.name`, lower case but for the subsection. */
  readonly key: string;
  readonly value: string;
}

const SECTION = /\s*\[\s*([\w.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\s*\]/y;
const NAME = /\s*([a-z][\w-]*)[ \t]*(=?)[ \t]*/iy;
const REST = /[^\n]*(?:\n|$)/y;

/** The entries of a configuration file. Git refuses a file with a mistake; here its line is skipped. */
export function parseGitConfig(source: string): readonly Entry[] {
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const entries: Entry[] = [];
  let section = '';
  let at = 0;
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    const header = next(SECTION);
    if (header) {
      const [, name = '', sub] = header;
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replace(/\\(.)/g, '$1')}`;
      continue;
    }
    const named = next(NAME);
    if (!named) {
      next(REST);
      continue;
    }
    const [, name = '', equals] = named;
    const read = equals === '=' ? readValue(text, at) : undefined;
    if (read) at = read.end;
    else next(REST);
    entries.push({ key: `${section}.${name.toLowerCase()}`, value: read?.value ?? '' });
  }
  return entries;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** A value: quotes may be anywhere in it, and a backslash continues it on the next line. */
function readValue(text: string, start: number): { readonly value: string; readonly end: number } {
  let value = '';
  let kept = 0;
  let isQuoted = false;
  let at = start;
  for (; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\n') break;
    if (!isQuoted && (char === '#' || char === ';')) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
      break;
    }
    if (char === '"') isQuoted = !isQuoted;
    else if (char === '\\') {
      at += 1;
      const escaped = text[at] ?? '';
      if (escaped !== '\n') value += ESCAPES[escaped] ?? escaped;
    } else value += char;
    if (isQuoted || !/\s/.test(char)) kept = value.length;
  }
  return { value: value.slice(0, kept), end: at + 1 };
}
