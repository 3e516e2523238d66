import type { McpServer } from '@agentclientprotocol/sdk';
import {
  agent,
  type AgentApp,
  type AgentContext,
  type ClientCapabilities,
  methods,
  PROTOCOL_VERSION,
} from '@agentclientprotocol/sdk/experimental/v2';
import type * as v2 from '@agentclientprotocol/sdk/experimental/v2';
import { CommandError } from '@helve/command';
import { authMethodsFor, checkKey } from '../auth.ts';
import { serversOf } from '../client/servers.ts';
import { handled } from '../errors.ts';
import type { AcpHost } from '../host.ts';
import type { Session } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';
import { clientOf } from './client.ts';
import { toCommand, toConfigOption } from './translate.ts';
import { toBlocks, Turns } from './turns.ts';

/** helve as an agent of the draft of version 2 of the protocol. */
export function agentV2(host: AcpHost, sessions: Sessions): AgentApp {
  let capabilities: ClientCapabilities = {};
  const turns = new Map<string, Turns>();
  const { session: method } = methods.agent;

  async function open(context: AgentContext, wanted: Wanted): Promise<Session> {
    const { cwd, additionalDirectories: folders = [], mcpServers = [], sessionId: resume } = wanted;
    const session = await sessions.open(clientOf(context, capabilities, cwd), {
      cwd,
      folders,
      mcpServers: serversOf(mcpServers.map(toServer)),
      ...(resume === undefined ? {} : { resume }),
    });
    const { id: sessionId } = session;
    turns.set(
      sessionId,
      new Turns(session, (update) => {
        void context.notify(methods.client.session.update, { sessionId, update }).catch(() => {});
      }),
    );
    return session;
  }

  const offers = (session: Session) => ({
    configOptions: session.configOptions.map(toConfigOption),
    availableCommands: session.availableCommands.map(toCommand),
  });

  return agent({ name: 'helve' })
    .onRequest(
      methods.agent.initialize,
      handled(async ({ params }) => {
        capabilities = params.capabilities ?? {};
        return {
          protocolVersion: PROTOCOL_VERSION,
          info: { name: 'helve', title: 'helve', version: host.version },
          capabilities: {
            session: {
              prompt: { image: {}, embeddedContext: {} },
              mcp: { stdio: {}, http: {} },
              additionalDirectories: {},
            },
          },
          authMethods: authMethodsFor(Boolean(capabilities.auth?.terminal)).map(
            ({ id, name, description, ...more }) => ({
              methodId: id,
              name,
              description: description ?? null,
              ...('type' in more ? { type: 'terminal' as const, args: more.args ?? [] } : { type: 'agent' as const }),
            }),
          ),
        };
      }),
    )
    .onRequest(
      methods.agent.auth.login,
      handled(async () => {
        await checkKey(host);
        return {};
      }),
    )
    .onRequest(
      method.new,
      handled(async ({ params, client }) => {
        const session = await open(client, params);
        return { sessionId: session.id, ...offers(session) };
      }),
    )
    .onRequest(
      method.resume,
      handled(async ({ params, client }) => {
        const session = await open(client, params);
        if (params.replayFrom) session.replay();
        turns.get(session.id)?.tellState();
        return offers(session);
      }),
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
        turns.delete(sessionId);
        return {};
      }),
    )
    .onRequest(
      method.setConfigOption,
      handled(async ({ params }) => {
        const session = sessions.get(params.sessionId);
        await session.setConfigOption(params.configId, String(params.value));
        return { configOptions: session.configOptions.map(toConfigOption) };
      }),
    )
    .onRequest(
      method.prompt,
      handled(async ({ params: { sessionId, prompt } }) => {
        sessions.get(sessionId);
        const messageId = await turns.get(sessionId)?.prompt(toBlocks(prompt));
        return { messageId: messageId ?? '' };
      }),
    )
    .onNotification(method.cancel, async ({ params: { sessionId } }) => {
      await sessions.get(sessionId).cancel();
    });
}

interface Wanted {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
  readonly mcpServers?: readonly v2.McpServer[];
  readonly sessionId?: string;
}

function toServer(server: v2.McpServer): McpServer {
  if (server.type === 'http' && 'url' in server) {
    const { name, url, headers = [] } = server as v2.McpServerHttp;
    return { type: 'http', name, url, headers };
  }
  if (server.type === 'stdio' && 'command' in server) {
    const { name, command, args = [], env = [] } = server as v2.McpServerStdio;
    return { name, command, args, env };
  }
  throw new CommandError('INVALID_INPUT', `An MCP server uses the transport ${server.type}`, {
    hint: 'Use stdio or http.',
  });
}
