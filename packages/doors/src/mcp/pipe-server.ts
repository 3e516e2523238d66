import type { Pipes } from '../streams.ts';
import { UnknownTool } from './find-tool.ts';
import { isObject, type Params } from './message.ts';
import { INVALID_PARAMS, METHOD_NOT_FOUND, PipeConnection, RequestError } from './pipe-connection.ts';
import type { ToolResult } from './result.ts';
import type { Service } from './service.ts';
import { listed } from './offered-tool.ts';
import { callTool } from './tool-call.ts';

/** Versions of the protocol in which a client says `initialize` first, newest first. */
const VERSIONS: readonly unknown[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

/** Whether a client's first message is one that this server understands. */
export function opensWithInitialize(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message && message.method === 'initialize';
}

/** Serves tools to a client that initializes, until it leaves or the signal says so. */
export async function serveInitialized(
  service: Service,
  pipes: Pipes,
  signal: AbortSignal | undefined,
  onError: (error: Error) => void,
): Promise<void> {
  let capabilities: unknown;
  await new Promise<void>((resolve) => {
    const connection = new PipeConnection(pipes, answer, resolve, onError);
    const close = () => connection.close();
    if (signal?.aborted) close();
    signal?.addEventListener('abort', close, { once: true });

    function answer(method: string, params: Params, cancelled: AbortSignal): unknown {
      switch (method) {
        case 'initialize':
          capabilities = params.capabilities;
          return initialize(service, params);
        case 'ping':
          return {};
        case 'tools/list':
          return { tools: listed(service.tools).map((tool) => tool.declare()) };
        case 'tools/call':
          return call(service, params, connection, capabilities, cancelled);
        default:
          throw new RequestError(METHOD_NOT_FOUND, 'Method not found');
      }
    }
  });
}

function initialize({ version, instructions }: Service, { protocolVersion }: Params) {
  if (typeof protocolVersion !== 'string') throw new RequestError(INVALID_PARAMS, 'protocolVersion must be a string');
  return {
    protocolVersion: VERSIONS.includes(protocolVersion) ? protocolVersion : VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'helve', version },
    instructions,
  };
}

async function call(
  service: Service,
  params: Params,
  connection: PipeConnection,
  capabilities: unknown,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { name, _meta: meta } = params;
  const input = params.arguments ?? {};
  if (typeof name !== 'string') throw new RequestError(INVALID_PARAMS, 'name must be a string');
  if (!isObject(input)) throw new RequestError(INVALID_PARAMS, 'arguments must be an object');
  try {
    const end = await callTool(
      service,
      { name, input },
      {
        signal,
        capabilities,
        progressToken: isObject(meta) ? meta.progressToken : undefined,
        notify: (method, sent) => connection.notify(method, sent),
        request: (method, sent) => connection.request(method, sent, signal),
      },
    );
    if ('result' in end) return end.result;
    throw new Error('A client that can be asked was left with a question');
  } catch (thrown) {
    if (thrown instanceof UnknownTool) throw new RequestError(INVALID_PARAMS, thrown.message, thrown.data);
    throw thrown;
  }
}
