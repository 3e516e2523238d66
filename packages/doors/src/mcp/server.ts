import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { findTool, UnknownTool } from './find-tool.ts';
import { listed } from './offered-tool.ts';
import { declaresForms, PERMISSION, permissionForm, permissionRound } from './permission.ts';
import { startProgress } from './progress.ts';
import type { ToolResult } from './result.ts';
import type { Service } from './service.ts';

/** One protocol server: for a connection, a session, or a single request where the protocol knows neither. */
export function createServer({ version, tools, calls }: Service): Server {
  const server = new Server({ name: 'helve', version }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({
    // The protocol's types are mutable; ours are given away.
    tools: structuredClone(listed(tools).map((tool) => tool.declare())) as never[],
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

function find(tools: Service['tools'], name: string) {
  try {
    return findTool(tools, name);
  } catch (thrown) {
    if (!(thrown instanceof UnknownTool)) throw thrown;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, thrown.message, thrown.data);
  }
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
  return declaresForms(envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? server.getClientCapabilities());
}

function askUser(message: string) {
  return inputRequired({
    inputRequests: {
      [PERMISSION]: inputRequired.elicit(permissionForm(message)),
    },
  });
}
