import { CommandError, type Confinement } from '@helve/command';

/** A program that speaks MCP on its standard input and output. */
export interface StdioConfig {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absent: the project's folder. */
  readonly cwd?: string;
}

/** A server that is reached over HTTP. */
export interface RemoteConfig {
  readonly type: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type ServerConfig = StdioConfig | RemoteConfig;

export type Scope = 'user' | 'project' | 'plugin' | 'manual' | 'client';

/** An MCP server that is configured, whether it runs or not. */
export interface Server {
  readonly name: string;
  readonly scope: Scope;
  /** The file that it is configured in. */
  readonly source: string;
  /** What it would run or reach, as written: variables are not filled in, so that no secret shows. */
  readonly shown: string;
  /** The configuration with its variables filled in, or what is wrong with it. */
  readonly config: ServerConfig | CommandError;
  /** Whether the user lets it run. */
  readonly trusted: boolean;
  /** The project's folder: where it starts, and what it is told to be the root. */
  readonly folder: string;
  /** Others chose it, such as a project or a manual: it is confined where programs of others are. */
  readonly foreign?: boolean;
}

/** The programs that calls of MCP servers start. They are consented to, and most are started by a download: they have the network. */
export const SERVER_PROGRAMS = { foreign: true, network: true } as const;

/** What a server is confined to for a caller. The user answers for those of their own settings. */
export function confinementFor(
  { foreign = false }: Server,
  confinement: Confinement | undefined,
): Confinement | undefined {
  return foreign || confinement?.all ? confinement : undefined;
}

export function transportOf({ config }: Server): ServerConfig['type'] | 'unknown' {
  return config instanceof CommandError ? 'unknown' : config.type;
}
