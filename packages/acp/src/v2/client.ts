import { type AgentContext, type ClientCapabilities, methods } from '@agentclientprotocol/sdk/experimental/v2';
import type { Client } from '../client/client.ts';
import { answerForm, answerIn, until } from '../client/form.ts';
import { toCall, Translator } from './translate.ts';

/** A client that speaks the draft of version 2. Files and terminals are the agent's own business there. */
export function clientOf(context: AgentContext, { elicitation }: ClientCapabilities, cwd: string): Client {
  const translator = new Translator(cwd);
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
        until(signal),
      );
      return 'optionId' in outcome && typeof outcome.optionId === 'string' ? outcome.optionId : undefined;
    },
    ...(elicitation?.form
      ? {
          askForm: async (sessionId, { message }, signal) =>
            answerIn(
              await context.request(methods.client.elicitation.create, answerForm(sessionId, message), until(signal)),
            ),
        }
      : {}),
  };
}
