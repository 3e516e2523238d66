import { type AgentContext, type ClientCapabilities, methods } from '@agentclientprotocol/sdk';
import type { Client } from '../client/client.ts';

/** A client that speaks version 1, with what it says it can do. */
export function clientOf(context: AgentContext, capabilities: ClientCapabilities = {}): Client {
  const { fs, terminal, session, elicitation, _meta: more } = capabilities;
  const ways = (signal: AbortSignal) => ({ cancellationSignal: signal, stopWaitingOnCancel: true });
  return {
    showsNotices: Boolean(session?.notices),
    showsCompaction: Boolean(session?.compaction),
    showsPrinted: more?.terminal_output === true,
    // A client that is gone misses nothing: the log has it all.
    update: (sessionId, update) =>
      void context.notify(methods.client.session.update, { sessionId, update }).catch(() => {}),
    askPermission: async (request, signal) => {
      const { outcome } = await context.request(methods.client.session.requestPermission, request, ways(signal));
      return outcome.outcome === 'selected' ? outcome.optionId : undefined;
    },
    ...(elicitation?.form
      ? {
          askForm: async (sessionId, { message }, signal) => {
            const reply = await context.request(
              methods.client.elicitation.create,
              {
                mode: 'form',
                sessionId,
                message,
                requestedSchema: {
                  type: 'object',
                  properties: { answer: { type: 'string', title: 'Answer' } },
                  required: ['answer'],
                },
              },
              ways(signal),
            );
            return textOf(reply);
          },
        }
      : {}),
    ...(fs?.readTextFile
      ? {
          readText: async (sessionId, path, signal) =>
            (await context.request(methods.client.fs.readTextFile, { sessionId, path }, ways(signal))).content,
        }
      : {}),
    ...(fs?.writeTextFile
      ? {
          writeText: async (sessionId, path, content, signal) => {
            await context.request(methods.client.fs.writeTextFile, { sessionId, path, content }, ways(signal));
          },
        }
      : {}),
    ...(terminal ? { createTerminal: (request) => context.createTerminal(request) } : {}),
  };
}

/** The answer in a form that the user filled in. */
export function textOf(reply: unknown): string | undefined {
  const { action, content } = reply as { readonly action?: unknown; readonly content?: { readonly answer?: unknown } };
  return action === 'accept' && typeof content?.answer === 'string' ? content.answer : undefined;
}
