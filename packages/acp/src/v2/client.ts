import { type AgentContext, type ClientCapabilities, methods } from '@agentclientprotocol/sdk/experimental/v2';
import type { Client } from '../client/client.ts';
import { textOf } from '../v1/client.ts';
import { toCall, Translator } from './translate.ts';

/** A client that speaks the draft of version 2. Files and terminals are the agent's own business there. */
export function clientOf(context: AgentContext, { elicitation }: ClientCapabilities, cwd: string): Client {
  const translator = new Translator(cwd);
  const ways = (signal: AbortSignal) => ({ cancellationSignal: signal, stopWaitingOnCancel: true });
  return {
    showsNotices: true,
    showsCompaction: true,
    // The translator makes terminals of its own.
    showsPrinted: false,
    update: (sessionId, update) => {
      for (const translated of translator.updates(update)) {
        void context.notify(methods.client.session.update, { sessionId, update: translated }).catch(() => {});
      }
    },
    askPermission: async ({ sessionId, toolCall, options }, signal) => {
      const { outcome } = await context.request(
        methods.client.session.requestPermission,
        {
          sessionId,
          title: toolCall.title ?? 'Allow this call?',
          subject: { type: 'tool_call', toolCall: toCall(toolCall) },
          options,
        },
        ways(signal),
      );
      return 'optionId' in outcome && typeof outcome.optionId === 'string' ? outcome.optionId : undefined;
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
  };
}
