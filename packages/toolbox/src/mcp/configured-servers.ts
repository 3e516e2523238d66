import { join } from 'node:path';
import { CommandError, type Context, didYouMean, type Place } from '@helve/command';
import { quoteWord } from '@helve/command/line';
import { isTrusted, usablePlugins } from '@helve/settings';
import { type Entries, readEntries } from './config-file.ts';
import { expandVariables } from './expand.ts';
import { findProject } from './project.ts';
import { readConfig, showEntry } from './read-config.ts';
import type { Scope, Server, ServerConfig } from './server.ts';

/** Where servers are looked for: the home's settings, and the project that the folder is in, if it may be read. */
export type Where = Pick<Context, 'place'> & Partial<Pick<Context, 'permits'>>;

/**
 * The servers of the user's settings, of the project and of plugins. A name of the user's hides the same name of a
 * project: what a checkout brings must not take the place of what the user chose. Where a plugin's name is taken, its
 * server goes by the plugin's name too.
 */
export async function configuredServers(where: Where): Promise<readonly Server[]> {
  const servers = [...(await writtenServers(where))];
  for (const server of await pluginServers(where)) {
    const { plugin, ...rest } = server;
    const taken = servers.some(({ name }) => name === server.name);
    servers.push(taken ? { ...rest, name: `${plugin}:${server.name}` } : rest);
  }
  return servers;
}

/** Plugins are used only where the user consented to all that they hold, their servers too. */
async function pluginServers(where: Where): Promise<readonly (Server & { readonly plugin: string })[]> {
  const { plugins } = await usablePlugins(where.place);
  if (plugins.length === 0) return [];
  const { folder } = await findProject(where.place.cwd);
  return plugins.flatMap(({ name: plugin, folder: root, mcpServers }) =>
    mcpServers.flatMap(({ file, content }) =>
      serversOf(content, {
        env: { ...where.place.env, CLAUDE_PLUGIN_ROOT: root },
        scope: 'plugin',
        source: file,
        trusted: true,
        folder,
      }).map((server) => ({ ...server, plugin, config: withRoot(server.config, root) })),
    ),
  );
}

/** A program of a plugin finds the plugin's files by this variable. */
function withRoot(config: Server['config'], root: string): Server['config'] {
  if (config instanceof CommandError || config.type !== 'stdio') return config;
  return { ...config, env: { CLAUDE_PLUGIN_ROOT: root, ...config.env } };
}

async function writtenServers(where: Where): Promise<readonly Server[]> {
  const { folder, file } = await findProject(where.place.cwd);
  const settings = join(where.place.home, 'settings.json');
  const own = serversOf((await readEntries(settings)) ?? {}, {
    env: where.place.env,
    scope: 'user',
    source: settings,
    trusted: true,
    folder,
  });
  const mayRead = file !== undefined && where.permits?.(file, 'read') !== false;
  const entries = mayRead ? await readEntries(file) : undefined;
  if (file === undefined || entries === undefined) return own;
  const trusted = await isTrusted(where.place.home, { path: file, content: executablePart(entries) });
  const ofProject = serversOf(entries, { env: where.place.env, scope: 'project', source: file, trusted, folder });
  return [...own, ...ofProject.filter(({ name }) => own.every((other) => other.name !== name))];
}

/** What the user consents to when they trust a project's file. */
export function executablePart(entries: Entries): string {
  return JSON.stringify(entries);
}

/** A server that may be used, by its name. */
export async function findServer(where: Where, name: string): Promise<Server & { readonly config: ServerConfig }> {
  const servers = await configuredServers(where);
  const found = servers.find((server) => server.name === name);
  if (found) return usable(found);
  const names = servers.map((server) => server.name);
  const add = `Add one: helve mcp configure --name ${/^[\w.-]+$/.test(name) ? name : 'NAME'} --config '{"command":"…"}'`;
  throw new CommandError('NOT_FOUND', `There is no MCP server ${JSON.stringify(name)}`, {
    hint: didYouMean(name, names, names.length > 0 ? `There are: ${names.join(', ')}.` : add),
    details: { server: name, servers: names },
  });
}

/** The server, if the user lets it run and its configuration is in order. */
export function usable(server: Server): Server & { readonly config: ServerConfig } {
  const { name, source, shown, trusted, config } = server;
  if (!trusted) {
    throw new CommandError(
      'PERMISSION_DENIED',
      `${source} was not trusted, so its server ${name} may not run: ${shown}`,
      {
        hint: `Look at it, and if you want it to run: helve tool trust --path ${quoteWord(source)}`,
        retry: 'conditional',
        details: { server: name, path: source, runs: shown },
      },
    );
  }
  if (config instanceof CommandError) throw config;
  return { ...server, config };
}

interface Origin {
  readonly env: Place['env'];
  readonly scope: Scope;
  readonly source: string;
  readonly trusted: boolean;
  readonly folder: string;
}

export function serversOf(entries: Entries, { env, ...origin }: Origin): readonly Server[] {
  return Object.entries(entries).map(([name, entry]) => ({
    ...origin,
    name,
    shown: showEntry(entry),
    config: attempt(() => readConfig(expandVariables(entry, env)), name, origin.source),
  }));
}

/** One server that is not in order does not keep the others from being used. */
function attempt(read: () => ServerConfig, name: string, source: string): ServerConfig | CommandError {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof CommandError)) throw thrown;
    return new CommandError('INVALID_SETTINGS', `${source}: the server ${JSON.stringify(name)}: ${thrown.message}`, {
      hint: thrown.hint,
      details: { ...thrown.details, path: source, server: name },
    });
  }
}
