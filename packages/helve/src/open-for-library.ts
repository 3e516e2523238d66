import type { Conversation } from '@helve/assistant';
import { type CommandError, type Registry, toCommandError } from '@helve/command';
import type { Opened } from './conversation/open.ts';
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
  const { conversation, understand } = await openConversation(registry, wish, from, person);
  return toLibrary(conversation, understand);
}

function toLibrary(conversation: Conversation, understand: Opened['understand']): LibraryConversation {
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
