import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { UnknownTool } from './find-tool.ts';
import { listed } from './offered-tool.ts';
import { PERMISSION, type PermissionForm } from './permission.ts';
import type { Service } from './service.ts';
import { type CallingClient, callTool } from './tool-call.ts';

/** One protocol server: for a connection, a session, or a single request where the protocol knows neither. */
export function createServer(service: Service): Server {
  const { version, instructions } = service;
  const server = new Server({ name: 'helve', version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler('tools/list', async () => ({
    // The protocol's types are mutable; ours are given away.
    tools: structuredClone(listed(service.tools).map((tool) => tool.declare())) as never[],
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: input = {} } = params;
    try {
      const end = await callTool(service, { name, input }, clientOf(server, context));
      return 'result' in end ? end.result : askUser(end.question);
    } catch (thrown) {
      if (!(thrown instanceof UnknownTool)) throw thrown;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, thrown.message, thrown.data);
    }
  });
  return server;
}

function clientOf(server: Server, { mcpReq, http }: ServerContext): CallingClient {
  // Since 2026-07-28 a client declares what it can do with each request, and no request goes to it.
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const declared = envelope?.['io.modelcontextprotocol/clientCapabilities'];
  // Over HTTP nobody could ever fetch the result of a request whose connection is gone.
  const signal = http?.req ? AbortSignal.any([mcpReq.signal, http.req.signal]) : mcpReq.signal;
  return {
    signal,
    capabilities: declared ?? server.getClientCapabilities(),
    progressToken: mcpReq._meta?.progressToken,
    // A client that is gone is noticed elsewhere.
    notify: (method, params) => void mcpReq.notify({ method, params }).catch(() => {}),
    request: envelope ? undefined : (method, params) => mcpReq.send({ method, params } as never, { signal }),
    responses: mcpReq.inputResponses,
  };
}

function askUser(form: PermissionForm) {
  return inputRequired({
    inputRequests: {
      [PERMISSION]: inputRequired.elicit(form),
    },
  });
}
