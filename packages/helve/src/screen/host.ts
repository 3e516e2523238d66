import type { ConversationRequest, OpenedConversation } from '@helve/assistant';
import type { Registry } from '@helve/command';
import { type Host, readScreenSettings } from '@helve/tui';
import { createCaller, enterFolder } from '../caller.ts';
import type { AssistantFlags } from '../print/flags.ts';

/** What stands behind the screen of this process. */
export async function createHost(
  registry: Registry,
  flags: AssistantFlags,
  { version, tour }: { readonly version: string; readonly tour: boolean },
): Promise<Host> {
  const cwd = await enterFolder(process.cwd(), flags.cwd);
  const caller = await createCaller(registry, {
    cwd,
    env: process.env,
    home: flags.home,
    // What the user types themselves is decided; deny rules and folders still hold.
    mode: 'bypassPermissions',
    defaultMode: 'bypassPermissions',
    defaultModeSource: 'the screen',
    by: 'person',
  });
  const {
    place: { home, env },
  } = caller;
  let last: { readonly folder: string; readonly opened: OpenedConversation } | undefined;
  return {
    version,
    tour,
    cwd,
    home,
    env,
    registry,
    caller,
    settings: readScreenSettings(caller.settings.layers),
    now: Date.now,
    open: async ({ cwd: folder = cwd, ...wish }, askUser) => {
      const { openConversation } = await import('@helve/assistant');
      const notices: string[] = [];
      const warn = (notice: string) => void notices.push(notice);
      const conversationHost = { registry, createCaller, cwd: folder, env: process.env, warn, writer: 'the screen' };
      const request = { ...(last ? withoutFirst(flags) : flags), ...chosenIn(last, folder), ...wish, home };
      const opened = await openConversation(conversationHost, request, askUser);
      last = { folder, opened };
      return { ...opened, notices: [...opened.caller.notices, ...notices] };
    },
  };
}

/** What the user chose in the conversation before and has not saved: it applies to the next one in the same folder too. */
function chosenIn(
  last: { readonly folder: string; readonly opened: OpenedConversation } | undefined,
  folder: string,
): ConversationRequest {
  if (last?.folder !== folder) return {};
  const { conversation, permissions } = last.opened;
  return {
    permissionMode: conversation.mode,
    effort: conversation.effort,
    sandbox: permissions?.caller.authority.policy.sandbox?.setting,
  };
}

/** The flags that apply to every conversation: which one to resume is for the first only. */
function withoutFirst(flags: AssistantFlags): ConversationRequest {
  const { resume: _, name: _name, ...rest } = flags;
  return { ...rest, continueLatest: false, fork: false };
}
