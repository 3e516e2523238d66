import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { nearest } from '../../nearest.ts';
import type { Calls } from './calls.ts';
import type { OfferedTool } from './offered-tool.ts';
import { PERMISSION, permissionRound } from './permission.ts';
import { startProgress } from './progress.ts';
import type { ToolResult } from './result.ts';

/** What is served, however it is reached. */
export interface Service {
  readonly version: string;
  readonly tools: readonly OfferedTool[];
  readonly calls: Calls;
}

/** One protocol server: for a connection, a session, or a single request where the protocol knows neither. */
export function createServer({ version, tools, calls }: Service): Server {
  const server = new Server({ name: 'helve', version }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({
    // The protocol's types are mutable; ours are given away.
    tools: structuredClone(tools.map((tool) => tool.declare())) as never[],
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = find(tools, params.name);
    const round = permissionRound(context.mcpReq.inputResponses);
    const progress = progressOf(context);
    try {
      const result: ToolResult = await calls.run(tool, params.arguments ?? {}, {
        signal: signalOf(context),
        progress: progress?.report ?? (() => {}),
        ask: offersForms(server, context) ? round.ask : undefined,
      });
      const question = round.pending();
      return question === undefined ? result : askUser(question);
    } finally {
      progress?.end();
    }
  });
  return server;
}

function find(tools: readonly OfferedTool[], name: string): OfferedTool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  const names = tools.map((candidate) => candidate.name);
  const [suggestion] = nearest(name, names);
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool ${JSON.stringify(name)}. ${suggestion ? `Did you mean ${suggestion}?` : `There are: ${names.join(', ')}.`}`,
    { name, ...(suggestion ? { suggestion } : {}) },
  );
}

/** Over HTTP nobody could ever fetch the result of a request whose connection is gone. */
function signalOf(context: ServerContext): AbortSignal {
  const connection = context.http?.req?.signal;
  return connection ? AbortSignal.any([context.mcpReq.signal, connection]) : context.mcpReq.signal;
}

function progressOf({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return startProgress((progress, message) => {
    // A client that is gone is noticed elsewhere.
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => {});
  });
}

/** Clients say what they can do when they connect, or since 2026-07-28 with each request. */
function offersForms(server: Server, { mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const declared = envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? server.getClientCapabilities();
  const { elicitation } = (declared ?? {}) as {
    readonly elicitation?: { readonly form?: object; readonly url?: object };
  };
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function askUser(message: string) {
  return inputRequired({
    inputRequests: {
      [PERMISSION]: inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: {} } }),
    },
  });
}
