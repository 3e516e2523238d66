import type { Conversation, OpenedConversation } from '@helve/assistant';
import { type CommandError, type Registry, toCommandError } from '@helve/command';
import { createCaller } from './caller.ts';
import type { ConversationChoice, LibraryConversation } from './library-conversation.ts';

/** Opens a conversation as print mode does. */
export async function openForLibrary(registry: Registry, choice: ConversationChoice): Promise<LibraryConversation> {
  const { openConversation } = await import('@helve/assistant');
  const { cwd = process.cwd(), env = process.env, askUser, ...request } = choice;
  const host = { registry, createCaller, cwd, env, warn: () => {} };
  const { conversation, understand } = await openConversation(
    host,
    request,
    askUser && (({ question, options }) => askUser(question, options)),
  );
  return toLibrary(conversation, understand);
}

function toLibrary(conversation: Conversation, understand: OpenedConversation['understand']): LibraryConversation {
  const meant = (words: string) => understand({ text: words }, conversation);
  return {
    id: conversation.id,
    send: async (words) => {
      try {
        const { outcome, text, cost, error } = await conversation.send(meant(words));
        return { outcome, text, cost, ...(error ? { error: told(error) } : {}) };
      } catch (thrown) {
        return { outcome: 'failed', text: '', cost: 0, error: told(toCommandError(thrown)) };
      }
    },
    steer: (words) => conversation.steer(meant(words)),
    abort: () => conversation.abort(),
    compact: async (focus) => {
      await conversation.compact(focus);
    },
    fork: () => toLibrary(conversation.fork(), understand),
    answer: (id, allow, reason) =>
      conversation.answer(id, allow === 'no' && reason !== undefined ? { allow, reason } : { allow }),
    events: () => conversation.events(),
    close: () => conversation.close(),
  };
}

function told({ code, message, hint }: CommandError) {
  return { code, message, hint };
}
