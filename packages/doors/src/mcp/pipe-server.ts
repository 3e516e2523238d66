import type { Contact, Form, FormAnswer } from '@helve/command';
import type { Pipes } from '../streams.ts';
import { findTool, UnknownTool } from './find-tool.ts';
import { askThrough, declaresForms } from './permission.ts';
import { isObject, type Params } from './message.ts';
import { INVALID_PARAMS, METHOD_NOT_FOUND, PipeConnection, RequestError } from './pipe-connection.ts';
import { startProgress } from './progress.ts';
import type { Service } from './service.ts';
import { listed } from './offered-tool.ts';

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
          return callTool(service, params, connection, capabilities, cancelled);
        default:
          throw new RequestError(METHOD_NOT_FOUND, 'Method not found');
      }
    }
  });
}

function initialize({ version }: Service, { protocolVersion }: Params) {
  if (typeof protocolVersion !== 'string') throw new RequestError(INVALID_PARAMS, 'protocolVersion must be a string');
  return {
    protocolVersion: VERSIONS.includes(protocolVersion) ? protocolVersion : VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'helve', version },
  };
}

async function callTool(
  { tools, calls }: Service,
  params: Params,
  connection: PipeConnection,
  capabilities: unknown,
  signal: AbortSignal,
) {
  const { name, _meta: meta } = params;
  const input = params.arguments ?? {};
  if (typeof name !== 'string') throw new RequestError(INVALID_PARAMS, 'name must be a string');
  if (!isObject(input)) throw new RequestError(INVALID_PARAMS, 'arguments must be an object');
  const progressToken = isObject(meta) ? meta.progressToken : undefined;
  const tool = find(tools, name);
  const progress =
    progressToken === undefined
      ? undefined
      : startProgress((count, message) =>
          connection.notify('notifications/progress', { progressToken, progress: count, message }),
        );
  try {
    return await calls.run(tool, input, {
      signal,
      progress: progress?.report ?? (() => {}),
      ask: declaresForms(capabilities)
        ? askThrough((form) => connection.request('elicitation/create', form, signal))
        : undefined,
      contact: contactThrough(connection, capabilities, signal),
    });
  } finally {
    progress?.end();
  }
}

/** Questions of others that are passed on to the client, as far as it says that it takes them. */
function contactThrough(connection: PipeConnection, capabilities: unknown, signal: AbortSignal): Contact {
  const request = async (method: string, params: Params) => {
    const answer = await connection.request(method, params, signal);
    return isObject(answer) ? answer : {};
  };
  const elicit = async ({ from, message, schema }: Form) =>
    (await request('elicitation/create', {
      message: `${from} asks: ${message}`,
      requestedSchema: schema,
    })) as unknown as FormAnswer;
  return {
    ...(declaresForms(capabilities) ? { elicit } : {}),
    ...(isObject(capabilities) && capabilities.sampling !== undefined
      ? { sample: (params) => request('sampling/createMessage', params) }
      : {}),
  };
}

function find(tools: Service['tools'], name: string) {
  try {
    return findTool(tools, name);
  } catch (thrown) {
    if (thrown instanceof UnknownTool) throw new RequestError(INVALID_PARAMS, thrown.message, thrown.data);
    throw thrown;
  }
}
