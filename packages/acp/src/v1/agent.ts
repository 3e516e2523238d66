import { agent, type AgentApp, methods, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { CommandError } from '@helve/command';
import { authMethodsFor, checkKey } from '../auth.ts';
import type { Client } from '../client/client.ts';
import { serversOf } from '../client/servers.ts';
import { handled } from '../errors.ts';
import type { AcpHost } from '../host.ts';
import type { Session, SessionRequest } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';
import { clientOf } from './client.ts';

/** helve as an agent of version 1 of the protocol. */
export function agentV1(host: AcpHost, sessions: Sessions): AgentApp {
  let connected: Client | undefined;
  const client = () => {
    if (!connected) throw new CommandError('INVALID_INPUT', 'The connection is not initialized');
    return connected;
  };
  const opened = (session: Session) => {
    // After the response: a client knows the session from it.
    setImmediate(() => session.introduce());
    return { modes: session.modes, configOptions: session.configOptions };
  };
  const { session: method } = methods.agent;
  return agent({ name: 'helve' })
    .onRequest(
      methods.agent.initialize,
      handled(async ({ client: context, params: { clientCapabilities } }) => {
        connected = clientOf(context, clientCapabilities);
        return {
          protocolVersion: PROTOCOL_VERSION,
          agentInfo: { name: 'helve', title: 'helve', version: host.version },
          agentCapabilities: {
            loadSession: true,
            promptCapabilities: { image: true, embeddedContext: true },
            mcpCapabilities: { http: true },
            sessionCapabilities: { list: {}, resume: {}, close: {}, additionalDirectories: {} },
          },
          authMethods: authMethodsFor(clientCapabilities?.auth?.terminal === true),
        };
      }),
    )
    .onRequest(
      methods.agent.authenticate,
      handled(async () => {
        await checkKey(host);
        return {};
      }),
    )
    .onRequest(
      method.new,
      handled(async ({ params }) => {
        const session = await sessions.open(client(), requestOf(params));
        return { sessionId: session.id, ...opened(session) };
      }),
    )
    .onRequest(
      method.load,
      handled(async ({ params }) => {
        const session = await sessions.open(client(), { ...requestOf(params), resume: params.sessionId });
        session.replay();
        return opened(session);
      }),
    )
    .onRequest(
      method.resume,
      handled(async ({ params }) =>
        opened(await sessions.open(client(), { ...requestOf(params), resume: params.sessionId })),
      ),
    )
    .onRequest(
      method.list,
      handled(async ({ params: { cwd, cursor } }) => sessions.list(cwd ?? undefined, cursor ?? undefined)),
    )
    .onRequest(
      method.close,
      handled(async ({ params: { sessionId } }) => {
        sessions.get(sessionId);
        await sessions.close(sessionId);
        return {};
      }),
    )
    .onRequest(
      method.setMode,
      handled(async ({ params: { sessionId, modeId } }) => {
        await sessions.get(sessionId).setMode(modeId);
        return {};
      }),
    )
    .onRequest(
      method.setConfigOption,
      handled(async ({ params }) => {
        const session = sessions.get(params.sessionId);
        await session.setConfigOption(params.configId, String(params.value));
        return { configOptions: session.configOptions };
      }),
    )
    .onRequest(
      method.prompt,
      handled(async ({ params: { sessionId, prompt }, signal }) => {
        const session = sessions.get(sessionId);
        const cancel = () => void session.cancel();
        signal.addEventListener('abort', cancel, { once: true });
        try {
          return { stopReason: await session.prompt(prompt) };
        } finally {
          signal.removeEventListener('abort', cancel);
        }
      }),
    )
    .onNotification(method.cancel, async ({ params: { sessionId } }) => {
      await sessions.get(sessionId).cancel();
    });
}

interface Wanted {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
  readonly mcpServers?: Parameters<typeof serversOf>[0];
}

function requestOf({ cwd, additionalDirectories = [], mcpServers = [] }: Wanted): SessionRequest {
  return { cwd, folders: additionalDirectories, mcpServers: serversOf(mcpServers) };
}
