import type { Connections } from '../mcp/connections.ts';
import type { RunDirect } from './direct-call/protocol.ts';
import type { ProtocolLoaders } from './protocols.ts';

export interface BuiltInOptions {
  /** The state folder. */
  readonly home: string;
  /** Connections to MCP servers that outlive the client; absent: its own. */
  readonly connections?: Connections | undefined;
  /** Runs a command of ours; absent: there are none to call. */
  readonly run?: RunDirect | undefined;
}

/** The protocols that we speak. */
export function builtIn({ home, connections, run }: BuiltInOptions): ProtocolLoaders {
  return {
    cli: async () => (await import('./cli/cli-protocol.ts')).cliProtocol,
    http: async () => (await import('./http/protocol.ts')).httpProtocol,
    sse: async () => (await import('./sse/protocol.ts')).sseProtocol,
    streamable_http: async () => (await import('./streamable-http/protocol.ts')).streamableHttpProtocol,
    text: async () => (await import('./text/protocol.ts')).textProtocol,
    file: async () => (await import('./file/protocol.ts')).fileProtocol,
    mcp: async () => {
      const { createMcpProtocol } = await import('../mcp/protocol.ts');
      const { Connections } = await import('../mcp/connections.ts');
      if (!connections) return createMcpProtocol(new Connections({ home }));
      // Whoever keeps them ends them.
      return { ...createMcpProtocol(connections), close: async () => {} };
    },
    ...(run
      ? { 'direct-call': async () => (await import('./direct-call/protocol.ts')).createDirectCallProtocol(run) }
      : {}),
  };
}
