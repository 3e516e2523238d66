import type { Conversation } from '@helve/assistant';
import type { Registry } from '@helve/registry';
import type { ConversationChoice, LibraryConversation } from './library-conversation.ts';

/** Opens a conversation as print mode does. */
export async function openForLibrary(registry: Registry, choice: ConversationChoice): Promise<LibraryConversation> {
  const { openConversation } = await import('./conversation/open.ts');
  const { cwd = process.cwd(), env = process.env, askUser, allowedTools = [], resume, ...rest } = choice;
  const from = { cwd, env, platform: process.platform, signal: new AbortController().signal, warn: () => {} };
  const wish = {
    ...rest,
    allowedTools,
    continueLatest: false,
    fork: false,
    ...(resume === undefined ? {} : { resume }),
  };
  const person = askUser && {
    askUser: ({ question, options }: { readonly question: string; readonly options: readonly string[] }) =>
      askUser(question, options),
  };
  const { conversation } = await openConversation(registry, wish, from, person);
  return toLibrary(conversation);
}

function toLibrary(conversation: Conversation): LibraryConversation {
  return {
    id: conversation.id,
    send: async (prompt) => {
      const { outcome, text, cost, error } = await conversation.send(prompt);
      const { code, message, hint } = error ?? {};
      return { outcome, text, cost, ...(code && message !== undefined ? { error: { code, message, hint } } : {}) };
    },
    steer: (words) => conversation.steer(words),
    abort: () => conversation.abort(),
    compact: async (focus) => {
      await conversation.compact(focus);
    },
    fork: () => toLibrary(conversation.fork()),
    answer: (id, allow, reason) =>
      conversation.answer(id, allow === 'no' && reason !== undefined ? { allow, reason } : { allow }),
    events: () => conversation.events(),
    close: () => conversation.close(),
  };
}
