import { join } from 'node:path';
import type { JsonObject } from '@helve/settings';

/** How a client starts helve. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** An MCP client, and where it keeps its servers. */
export interface Client {
  readonly name: string;
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** Its configuration for all projects of the user. */
  readonly userFile: (folders: UserFolders) => string;
  /** Its configuration in a project; absent where it has none. */
  readonly projectFile?: string;
  /** The object that has a member for each server. */
  readonly servers: string;
  readonly entry: (launch: Launch) => JsonObject;
  /** What the user does for the change to take effect. */
  readonly next: string;
}

export interface UserFolders {
  readonly home: string;
  /** Where programs with windows keep their settings: ~/.config, ~/Library/Application Support or %APPDATA%. */
  readonly applications: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The name of helve among a client's servers. */
export const SERVER = 'helve';

export const CLIENTS: readonly Client[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    format: 'json',
    userFile: ({ home, env }) => join(env.CLAUDE_CONFIG_DIR ?? home, '.claude.json'),
    projectFile: '.mcp.json',
    servers: 'mcpServers',
    entry: typed,
    next: 'Start claude again; /mcp lists its servers.',
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    format: 'json',
    userFile: ({ applications }) => join(applications, 'Claude', 'claude_desktop_config.json'),
    servers: 'mcpServers',
    entry: plain,
    next: 'Quit and start Claude Desktop again.',
  },
  {
    name: 'codex',
    title: 'Codex',
    format: 'toml',
    userFile: ({ home, env }) => join(env.CODEX_HOME ?? join(home, '.codex'), 'config.toml'),
    projectFile: join('.codex', 'config.toml'),
    servers: 'mcp_servers',
    entry: plain,
    next: 'Start codex again; /mcp lists its servers.',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    format: 'json',
    userFile: ({ home }) => join(home, '.cursor', 'mcp.json'),
    projectFile: join('.cursor', 'mcp.json'),
    servers: 'mcpServers',
    entry: plain,
    next: 'Turn the server on in Cursor Settings, MCP.',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    format: 'json',
    userFile: ({ home }) => join(home, '.gemini', 'settings.json'),
    projectFile: join('.gemini', 'settings.json'),
    servers: 'mcpServers',
    entry: plain,
    next: 'Start gemini again; /mcp lists its servers.',
  },
  {
    name: 'opencode',
    title: 'opencode',
    format: 'json',
    userFile: ({ home, env }) => join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'opencode', 'opencode.json'),
    projectFile: 'opencode.json',
    servers: 'mcp',
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
    next: 'Start opencode again.',
  },
  {
    name: 'vscode',
    title: 'VS Code',
    format: 'json',
    userFile: ({ applications }) => join(applications, 'Code', 'User', 'mcp.json'),
    projectFile: join('.vscode', 'mcp.json'),
    servers: 'servers',
    entry: typed,
    next: 'Run "MCP: List Servers" in VS Code and start helve.',
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    format: 'json',
    userFile: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    servers: 'mcpServers',
    entry: plain,
    next: 'Refresh the MCP servers in the settings of Cascade.',
  },
  {
    name: 'zed',
    title: 'Zed',
    format: 'json',
    userFile: ({ home, env }) => join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'zed', 'settings.json'),
    projectFile: join('.zed', 'settings.json'),
    servers: 'context_servers',
    entry: ({ command, args }) => ({ source: 'custom', command, args: [...args], env: {} }),
    next: 'Zed starts the server by itself; agent: open settings shows it.',
  },
];

/** How a client would start the server of an entry; undefined where it would not start a program. */
export function launchOf(entry: unknown): Launch | undefined {
  const { command, args = [] } = (entry ?? {}) as { readonly command?: unknown; readonly args?: unknown };
  const words = [command, args].flat() as readonly unknown[];
  const [program, ...rest] = words.filter((word) => typeof word === 'string');
  return program === undefined || rest.length !== words.length - 1 ? undefined : { command: program, args: rest };
}

function plain({ command, args }: Launch): JsonObject {
  return { command, args: [...args] };
}

function typed(launch: Launch): JsonObject {
  return { type: 'stdio', ...plain(launch) };
}
