import { accessSync, constants } from 'node:fs';
import { delimiter, extname, isAbsolute, join, resolve } from 'node:path';
import { call, CommandError, type Place, projectRoot, resolvePath, worded } from '@helve/command';
import { brokenAt, isObject, type Layer, readSettings } from '@helve/settings';
import * as v from 'valibot';
import { KNOWN_SERVERS, type KnownServer } from './known-servers.ts';

/** A language server that can be used in a place. */
export interface LanguageServer extends KnownServer {
  /** Where it was found: a file of settings, or the PATH. */
  readonly source: string;
  readonly env: Readonly<Record<string, string>>;
  readonly options?: unknown;
}

/** As plugins of Claude Code declare servers. */
const Entry = v.looseObject({
  command: v.pipe(v.string(), v.minLength(1)),
  args: v.optional(v.array(v.string()), []),
  env: v.optional(v.record(v.string(), v.string()), {}),
  extensionToLanguage: v.record(v.string(), v.string()),
  initializationOptions: v.optional(v.unknown()),
});

/** The servers of the settings, and then those on the PATH. `false` in the settings turns a known one off. */
export async function findServers(place: Place): Promise<readonly LanguageServer[]> {
  const { layers } = await readSettings({ cwd: place.cwd, home: place.home });
  const said = new Map(
    layers.flatMap((layer) => Object.entries(entriesOf(layer)).map(([name, entry]) => [name, { entry, layer }])),
  );
  const configured = [...said].flatMap(([name, { entry, layer }]) =>
    entry === false ? [] : [readEntry(name, entry, layer)],
  );
  const onPath = KNOWN_SERVERS.filter(({ name }) => !said.has(name)).flatMap((server) => {
    const file = onThePath(server.command, place);
    return file === undefined ? [] : [{ ...server, command: file, source: 'PATH', env: {} }];
  });
  return [...configured, ...onPath];
}

/** The server for a file. */
export async function serverFor(path: string, place: Place): Promise<LanguageServer> {
  const extension = extname(path).toLowerCase();
  const found = (await findServers(place)).find(({ languages }) => Object.hasOwn(languages, extension));
  if (found) return found;
  const known = KNOWN_SERVERS.filter(({ languages }) => Object.hasOwn(languages, extension)).map(
    ({ command }) => command,
  );
  throw new CommandError(
    'NOT_FOUND',
    `There is no language server for ${extension === '' ? path : `${extension} files`}`,
    {
      hint:
        known.length > 0
          ? `Install one of these on your PATH: ${known.join(', ')}.`
          : worded`Add one to "lspServers" of the settings. Servers that were found: ${call('code servers')}`,
      retry: 'never',
    },
  );
}

/** The command line of a server, for the policy. */
export function lineOf({ command, args }: LanguageServer): string {
  return [command, ...args]
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

/** The root of the project that a file is in. */
export function rootOf(path: string, place: Place): string {
  return projectRoot(resolve(resolvePath(place, path), '..'));
}

function entriesOf({ file, document, foreign }: Layer): Readonly<Record<string, unknown>> {
  const { lspServers = {} } = document;
  if (foreign) return {};
  if (!isObject(lspServers))
    throw brokenAt(file, ['lspServers'], 'lspServers must be an object with an entry for each server');
  return lspServers;
}

function readEntry(name: string, entry: unknown, { file }: Layer): LanguageServer {
  const read = v.safeParse(Entry, entry);
  if (!read.success) {
    const [issue] = read.issues;
    const key = ['lspServers', name, v.getDotPath(issue) ?? ''].filter(Boolean);
    throw brokenAt(
      file,
      key,
      `${key.join('.')}: ${issue.message}`,
      'For example: {"command": "gopls", "extensionToLanguage": {".go": "go"}}',
    );
  }
  const { command, args, env, extensionToLanguage, initializationOptions } = read.output;
  return {
    name,
    command,
    args,
    env,
    languages: extensionToLanguage,
    source: file,
    ...(initializationOptions === undefined ? {} : { options: initializationOptions }),
  };
}

/** Only folders that the user named in full: a relative one would lead into the project. */
function onThePath(command: string, { env }: Place): string | undefined {
  return (env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, command))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
