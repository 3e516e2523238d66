import { type AgentContext, type ClientCapabilities, methods } from '@agentclientprotocol/sdk';
import type { Client } from '../client/client.ts';
import { answerForm, answerIn, until } from '../client/form.ts';

/** A client that speaks version 1, with what it says it can do. */
export function clientOf(context: AgentContext, capabilities: ClientCapabilities = {}): Client {
  const { fs, terminal, session, elicitation, _meta: more } = capabilities;
  return {
    showsNotices: Boolean(session?.notices),
    showsCompaction: Boolean(session?.compaction),
    showsPrinted: more?.terminal_output === true,
    // A client that is gone misses nothing: the log has it all.
    update: (sessionId, update) =>
      void context.notify(methods.client.session.update, { sessionId, update }).catch(() => {}),
    askPermission: async (request, signal) => {
      const { outcome } = await context.request(methods.client.session.requestPermission, request, until(signal));
      return outcome.outcome === 'selected' ? outcome.optionId : undefined;
    },
    ...(elicitation?.form
      ? {
          askForm: async (sessionId, { message }, signal) =>
            answerIn(
              await context.request(methods.client.elicitation.create, answerForm(sessionId, message), until(signal)),
            ),
        }
      : {}),
    ...(fs?.readTextFile
      ? {
          readText: async (sessionId, path, signal) =>
            (await context.request(methods.client.fs.readTextFile, { sessionId, path }, until(signal))).content,
        }
      : {}),
    ...(fs?.writeTextFile
      ? {
          writeText: async (sessionId, path, content, signal) => {
            await context.request(methods.client.fs.writeTextFile, { sessionId, path, content }, until(signal));
          },
        }
      : {}),
    ...(terminal ? { createTerminal: (request) => context.createTerminal(request) } : {}),
  };
}
