import { closeSync } from 'node:fs';
import { platform } from 'node:os';
import { basename, join } from 'node:path';
import { CommandError, type Context } from '@helve/command';
import { openRegularFile } from '../paths/regular-file.ts';
import { GrepFiles, type NameOf } from './files.ts';
import { runRipgrep } from './ripgrep.ts';

export interface Searching {
  /** The folder that paths start from, and the path in it to search. */
  readonly folder: string;
  readonly where: string;
  readonly all: boolean;
  /** The arguments that say what to search for. */
  readonly query: readonly string[];
  /** The arguments that say which files are searched. */
  readonly choice: readonly string[];
  readonly prefix: string;
  readonly wants: (path: string) => boolean;
  readonly context: Context;
  readonly program?: string | undefined;
}

/** Takes what ripgrep prints for some files. */
export interface Printed {
  add(chunk: Buffer): void;
  end(): void;
}

/** As many files as ripgrep is given open at once. */
const MOST_OPEN = 200;

/**
 * Searches with ripgrep. Where rules apply, ripgrep first finds the files in which something matches. Then each of them
 * is opened and judged, and ripgrep reads the open files: it opens paths itself, and meanwhile another program may put a
 * link to a denied file in the place of a folder.
 */
export async function search(
  searching: Searching,
  form: readonly string[],
  print: (nameOf: NameOf) => Printed,
): Promise<void> {
  // Windows has no names for open files.
  if (!searching.context.restricted || platform() === 'win32') {
    const printed = print((path) => path);
    await run(searching, [...searching.choice, ...form, '--', searching.where], (chunk) => printed.add(chunk));
    printed.end();
    return;
  }
  const found = await findMatching(searching);
  for (let at = 0; at < found.length; at += MOST_OPEN) {
    await searchOpened(found.slice(at, at + MOST_OPEN), searching, form, print);
  }
}

async function findMatching(searching: Searching): Promise<readonly string[]> {
  const files = new GrepFiles(Number.MAX_SAFE_INTEGER, false, searching.wants);
  const args = [...searching.choice, '--files-with-matches', '--null', '--', searching.where];
  await run(searching, args, (chunk) => files.add(chunk));
  return files.sorted().map(({ path }) => path);
}

async function searchOpened(
  paths: readonly string[],
  searching: Searching,
  form: readonly string[],
  print: (nameOf: NameOf) => Printed,
): Promise<void> {
  const { folder, prefix, context } = searching;
  const opened: { readonly path: string; readonly descriptor: number }[] = [];
  try {
    for (const path of paths) {
      const descriptor = openIfPermitted(join(folder, path), prefix + path, context);
      if (descriptor !== undefined) opened.push({ path, descriptor });
    }
    const names = new Map(opened.map(({ path }, index) => [`/dev/fd/${index + 3}`, path]));
    if (names.size === 0) return;
    const printed = print((name) => names.get(name) ?? basename(name));
    const open = opened.map(({ descriptor }) => descriptor);
    await run(searching, [...form, '--', ...names.keys()], (chunk) => printed.add(chunk), open);
    printed.end();
  } finally {
    for (const { descriptor } of opened) closeSync(descriptor);
  }
}

/** A file that is gone by now, or that has become another one, is left out. */
function openIfPermitted(path: string, shown: string, context: Context): number | undefined {
  try {
    return openRegularFile(path, shown, context);
  } catch (thrown) {
    if (thrown instanceof CommandError) return undefined;
    throw thrown;
  }
}

async function run(
  { query, folder, all, program, context }: Searching,
  args: readonly string[],
  onData: (chunk: Buffer) => void,
  open: readonly number[] = [],
): Promise<void> {
  const { unreadable } = await runRipgrep([...query, ...args], { folder, all, onData, program, open }, context);
  for (const message of unreadable) context.warn(`Not searched: ${message}`);
}
