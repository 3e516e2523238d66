import { basename, dirname, join } from 'node:path';
import { type Context, resolvePath } from '@helve/command';
import type { Input, Output } from '../commands/fs/grep.ts';
import { GrepFiles } from './grep/files.ts';
import { type FileFilter, fileFilter } from './grep/filter.ts';
import { grepJson } from './grep/json.ts';
import { GrepMatches } from './grep/matches.ts';
import { grepOutput } from './grep/output.ts';
import { runRipgrep } from './grep/ripgrep.ts';
import { shownPath, shownPrefix, statTarget } from './paths/regular-file.ts';

/** Searches a file or a folder with ripgrep. What comes back is ordered by path and line, and so is what is kept. */
export async function grep(input: Input, context: Context, program?: string): Promise<Output> {
  const target = resolvePath(context.place, input.path);
  const isFolder = statTarget(target, shownPath(context.place.cwd, target)).isDirectory();
  const folder = isFolder ? target : dirname(target);
  const filter = fileFilter(input);
  const search: Search = {
    input,
    context,
    prefix: shownPrefix(context.place.cwd, folder),
    wants: (path) => (isFolder ? filter.wants(path) : true) && context.permits(join(folder, path), 'read'),
    run: async (args, onData) => {
      const where = isFolder ? './' : `./${basename(target)}`;
      const call = { folder, all: input.all, onData, program };
      const { unreadable } = await runRipgrep([...queryArguments(input, filter), ...args, '--', where], call, context);
      for (const message of unreadable) context.warn(`Not searched: ${message}`);
    },
  };
  return input.output === 'matches' ? findMatches(search) : findFiles(search);
}

interface Search {
  readonly input: Input;
  readonly context: Context;
  /** What stands before a path that ripgrep gives, to show it. */
  readonly prefix: string;
  readonly wants: (path: string) => boolean;
  readonly run: (args: readonly string[], onData: (chunk: Buffer) => void) => Promise<void>;
}

async function findMatches({ input, context, prefix, wants, run }: Search): Promise<Output> {
  const before = input.before ?? input.context ?? 0;
  const after = input.after ?? input.context ?? 0;
  const found = new GrepMatches(input.limit, { before, after });
  const output = (input.multiline ? grepJson : grepOutput)({
    wants,
    wantsLine: (path, line, isMatch) => found.wantsLine(path, line, isMatch),
    line: (line) => found.add(line),
    binary: (path) => {
      if (wants(path)) context.warn(`${prefix}${path} is binary: matches in it may be missing`);
    },
    tooLong: () => context.warn('A match of more than 16 MB was left out'),
  });
  const around = ['--before-context', String(before), '--after-context', String(after), '--no-context-separator'];
  const form = input.multiline
    ? ['--json']
    : ['--null', '--line-number', '--column', '--with-filename', '--no-heading'];
  await run(before > 0 || after > 0 ? [...form, ...around] : form, (chunk) => output.add(chunk));
  output.end();
  const matches = found.sorted().map((match) => ({ ...match, path: prefix + match.path }));
  return { matches, total: found.total, files: found.files, ...restOf(found.total - matches.length) };
}

async function findFiles({ input, prefix, wants, run }: Search): Promise<Output> {
  const counted = input.output === 'counts';
  const found = new GrepFiles(input.limit, counted, wants);
  const form = counted ? ['--count', '--with-filename', '--null'] : ['--files-with-matches', '--null'];
  await run(form, (chunk) => found.add(chunk));
  const kept = found.sorted().map(({ path, count }) => ({ path: prefix + path, count }));
  const about = { files: found.files, ...restOf(found.files - kept.length) };
  return counted
    ? { matches: [], counts: kept, total: found.total, ...about }
    : { matches: [], paths: kept.map(({ path }) => path), ...about };
}

function restOf(omitted: number) {
  return { omitted, truncated: omitted > 0 };
}

function queryArguments(input: Input, filter: FileFilter): string[] {
  return [
    ...(input.ignoreCase ? ['--ignore-case'] : []),
    ...(input.fixed ? ['--fixed-strings'] : []),
    ...(input.word ? ['--word-regexp'] : []),
    ...(input.multiline ? ['--multiline'] : []),
    ...filter.args,
    '-e',
    input.query,
  ];
}
