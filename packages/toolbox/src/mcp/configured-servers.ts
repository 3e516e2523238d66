import { join } from 'node:path';
import { call, CommandError, type Context, didYouMean, type Place, worded } from '@helve/command';
import { isTrusted, usablePlugins } from '@helve/settings';
import { type Entries, readEntries } from './config-file.ts';
import { expandVariables } from './expand.ts';
import { findProject } from './project.ts';
import { readConfig, showEntry } from './read-config.ts';
import type { Scope, Server, ServerConfig } from './server.ts';

/** Where servers are looked for: the home's settings, and the project that the folder is in, if it may be read. */
export type Where = Pick<Context, 'place'> & Partial<Pick<Context, 'permits'>>;

/**
 * The servers of the client, of the user's settings, of the project and of plugins. A name of the user's hides the same name of a
 * project: what a checkout brings must not take the place of what the user chose. Where a plugin's name is taken, its
 * server goes by the plugin's name too.
 */
export async function configuredServers(where: Where): Promise<readonly Server[]> {
  const brought = await broughtServers(where);
  const written = await writtenServers(where);
  const servers = [...brought, ...written.filter(({ name }) => brought.every((other) => other.name !== name))];
  for (const server of await pluginServers(where)) {
    const { plugin, ...rest } = server;
    const taken = servers.some(({ name }) => name === server.name);
    servers.push(taken ? { ...rest, name: `${plugin}:${server.name}` } : rest);
  }
  return servers;
}

/** The servers that a client brought: its user configured them there. Nothing in them is a variable of ours. */
async function broughtServers({ place: { cwd, mcpServers } }: Where): Promise<readonly Server[]> {
  if (!mcpServers) return [];
  const { folder } = await findProject(cwd);
  return Object.entries(mcpServers).map(([name, entry]) => ({
    name,
    scope: 'client',
    source: 'the client',
    shown: showEntry(entry),
    config: attempt(() => readConfig(entry), name, 'the client'),
    trusted: true,
    folder,
  }));
}

/** Plugins are used only where the user consented to all that they hold, their servers too. */
async function pluginServers(where: Where): Promise<readonly (Server & { readonly plugin: string })[]> {
  const { plugins } = await usablePlugins(where.place);
  if (plugins.length === 0) return [];
  const { folder } = await findProject(where.place.cwd);
  return plugins.flatMap(({ name: plugin, folder: root, mcpServers, scope: enabledBy }) =>
    mcpServers.flatMap(({ file, content }) =>
      serversOf(content, {
        env: { ...where.place.env, CLAUDE_PLUGIN_ROOT: root },
        scope: 'plugin',
        source: file,
        trusted: true,
        folder,
      }).map((server) => ({ ...server, plugin, foreign: enabledBy !== 'user', config: withRoot(server.config, root) })),
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
  const ofProject = serversOf(entries, {
    env: where.place.env,
    scope: 'project',
    source: file,
    trusted,
    folder,
    foreign: true,
  });
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
  const add = worded`Add one: ${call('mcp configure', { name: /^[\w.-]+$/.test(name) ? name : 'NAME', config: { command: '…' } })}`;
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
      `${source} was not trusted, so its server ${name} cannot run: ${shown}`,
      {
        hint: worded`Review it, and to let it run: ${call('tool trust', { path: source })}`,
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
  readonly foreign?: boolean;
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
