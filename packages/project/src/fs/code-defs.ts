import { closeSync, fstatSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import {
  call,
  CommandError,
  type Context,
  readAtMost,
  resolvePath,
  throwIfAborted,
  toCommandError,
  worded,
} from '@helve/command';
import type { Input } from '../commands/fs/code-defs.ts';
import { type Definition, definitionsIn, languageOf } from './code/definitions.ts';
import { type Language, LANGUAGES } from './code/languages.ts';
import { openRegularFile, type Permits, shownPath, shownPrefix, statTarget } from './paths/regular-file.ts';
import { withSlash } from './walk/ignored.ts';
import { byText } from './walk/smallest.ts';
import { walk } from './walk/walk.ts';

export interface SourceDefinitions {
  path: string;
  language: string;
  definitions: Definition[];
}

/** A larger file is generated, most likely. */
const LARGEST = 2 * 1024 * 1024;
const FILES_PER_TURN = 16;

/** The definitions in a source file, or in all below a folder, by path. Stops reading when it has enough. */
export async function codeDefinitions(input: Input, context: Context) {
  const target = resolvePath(context.place, input.path);
  const shown = shownPath(context.place.cwd, target);
  const isFolder = statTarget(target, shown).isDirectory();
  const sources = isFolder ? await sourcesBelow(target, input.all, context) : [sourceAt(target, shown)];
  const files: SourceDefinitions[] = [];
  let total = 0;
  let read = 0;
  let cut = false;
  for (const source of sources) {
    if (total >= input.limit) break;
    if (read++ % FILES_PER_TURN === 0) await setImmediate();
    throwIfAborted(context.signal);
    const found = isFolder ? readOrWarn(source, context) : readDefinitions(source, context);
    const definitions = found.slice(0, input.limit - total);
    cut = definitions.length < found.length;
    total += definitions.length;
    if (definitions.length > 0) files.push({ path: source.shown, language: source.language.name, definitions });
  }
  const unread = sources.length - read;
  return { files, total, searched: read, unread, truncated: cut || unread > 0 };
}

interface Source {
  readonly path: string;
  readonly shown: string;
  readonly language: Language;
}

function sourceAt(path: string, shown: string): Source {
  const language = languageOf(path);
  if (language) return { path, shown, language };
  throw new CommandError('NO_MATCH', `${shown} is in no language whose definitions are known`, {
    hint: worded`Known are ${LANGUAGES.map(({ name }) => name).join(', ')}. Search the file instead: ${call('fs grep')}`,
    details: { path: shown },
  });
}

async function sourcesBelow(folder: string, all: boolean, context: Context): Promise<Source[]> {
  const root = withSlash(folder);
  const prefix = shownPrefix(context.place.cwd, folder);
  const sources: Source[] = [];
  await walk(
    folder,
    { all },
    (parent, name, type) => {
      const language = type === 'file' ? languageOf(name) : undefined;
      if (language) sources.push({ path: root + parent + name, shown: prefix + parent + name, language });
    },
    context,
  );
  return sources.sort((a, b) => byText(a.path, b.path));
}

function readOrWarn(source: Source, context: Context): Definition[] {
  try {
    return readDefinitions(source, context);
  } catch (thrown) {
    context.warn(`Left out: ${toCommandError(thrown, source.shown).message}`);
    return [];
  }
}

function readDefinitions({ path, shown, language }: Source, permits: Permits): Definition[] {
  const descriptor = openRegularFile(path, shown, permits);
  try {
    const { size } = fstatSync(descriptor);
    if (size > LARGEST) {
      throw new CommandError('TOO_LARGE', `${shown} is ${size} bytes, more than the ${LARGEST} that are looked at`, {
        hint: worded`Search it instead: ${call('fs grep', { path: shown, query: '…' })}`,
        details: { path: shown, bytes: size, limit: LARGEST },
      });
    }
    return definitionsIn(readAtMost(descriptor, shown, LARGEST).toString(), language);
  } finally {
    closeSync(descriptor);
  }
}
