import { basename, dirname, join } from 'node:path';
import { type Context, resolvePath } from '@helve/command';
import type { Input, Output } from '../commands/fs/grep.ts';
import { GrepFiles, type NameOf } from './grep/files.ts';
import { fileFilter } from './grep/filter.ts';
import { grepJson } from './grep/json.ts';
import { GrepMatches } from './grep/matches.ts';
import { grepOutput } from './grep/output.ts';
import { search, type Searching } from './grep/search.ts';
import { checkReadable, refuseSystemFolder, withoutSystemFolders } from './grep/system-files.ts';
import { shownPath, shownPrefix, statTarget } from './paths/regular-file.ts';

/** Searches a file or a folder with ripgrep. What comes back is ordered by path and line, and so is what is kept. */
export async function grep(input: Input, context: Context, program?: string): Promise<Output> {
  const target = resolvePath(context.place, input.path);
  const shown = shownPath(context.place.cwd, target);
  const isFolder = statTarget(target, shown).isDirectory();
  if (isFolder) refuseSystemFolder(target, shown);
  else checkReadable(target, shown, context);
  const folder = isFolder ? target : dirname(target);
  const filter = fileFilter(input);
  const searching: Searching = {
    folder,
    where: isFolder ? './' : `./${basename(target)}`,
    all: input.all,
    query: queryArguments(input),
    choice: [...filter.args, ...(isFolder ? withoutSystemFolders(folder) : [])],
    prefix: shownPrefix(context.place.cwd, folder),
    wants: (path) => (isFolder ? filter.wants(path) : true) && context.permits(join(folder, path), 'read'),
    context,
    program,
  };
  return input.output === 'matches' ? findMatches(input, searching) : findFiles(input, searching);
}

async function findMatches(input: Input, searching: Searching): Promise<Output> {
  const { context, prefix, wants } = searching;
  const before = input.before ?? input.context ?? 0;
  const after = input.after ?? input.context ?? 0;
  const found = new GrepMatches(input.limit, { before, after });
  const print = (nameOf: NameOf) =>
    (input.multiline ? grepJson : grepOutput)({
      wants: (path) => wants(nameOf(path)),
      wantsLine: (path, line, isMatch) => found.wantsLine(nameOf(path), line, isMatch),
      line: (line) => found.add({ ...line, path: nameOf(line.path) }),
      binary: (path) => {
        if (wants(nameOf(path))) context.warn(`${prefix}${nameOf(path)} is binary: matches in it may be missing`);
      },
      tooLong: () => context.warn('A match of more than 16 MB was left out'),
    });
  const around = ['--before-context', String(before), '--after-context', String(after), '--no-context-separator'];
  const form = input.multiline
    ? ['--json']
    : ['--null', '--line-number', '--column', '--with-filename', '--no-heading'];
  await search(searching, before > 0 || after > 0 ? [...form, ...around] : form, print);
  const matches = found.sorted().map((match) => ({ ...match, path: prefix + match.path }));
  return { matches, total: found.total, files: found.files, ...restOf(found.total - matches.length) };
}

async function findFiles(input: Input, searching: Searching): Promise<Output> {
  const { prefix, wants } = searching;
  const counted = input.output === 'counts';
  const found = new GrepFiles(input.limit, counted, wants);
  const form = counted ? ['--count', '--with-filename', '--null'] : ['--files-with-matches', '--null'];
  await search(searching, form, (nameOf) => ({ add: (chunk) => found.add(chunk, nameOf), end: () => {} }));
  const kept = found.sorted().map(({ path, count }) => ({ path: prefix + path, count }));
  const about = { files: found.files, ...restOf(found.files - kept.length) };
  return counted
    ? { matches: [], counts: kept, total: found.total, ...about }
    : { matches: [], paths: kept.map(({ path }) => path), ...about };
}

function restOf(omitted: number) {
  return { omitted, truncated: omitted > 0 };
}

function queryArguments(input: Input): string[] {
  return [
    ...(input.ignoreCase ? ['--ignore-case'] : []),
    ...(input.fixed ? ['--fixed-strings'] : []),
    ...(input.word ? ['--word-regexp'] : []),
    ...(input.multiline ? ['--multiline'] : []),
    '-e',
    input.query,
  ];
}
