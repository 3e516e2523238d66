import type { Model } from '@helve/assistant';
import type { Registry } from '@helve/command';
import { type Host, readScreenSettings, type Talk, type TalkWish } from '@helve/tui';
import { createCaller, enterFolder } from '../caller.ts';
import type { PrintFlags } from '../print/flags.ts';
import type { Opened } from '../conversation/open.ts';

/** What stands behind the screen of this process. */
export async function createHost(
  registry: Registry,
  flags: PrintFlags,
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
  });
  const { home, env } = caller;
  let first = true;
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
    open: async (wish, person) => {
      const { openConversation } = await import('../conversation/open.ts');
      const notices: string[] = [];
      const from = {
        cwd: wish.cwd ?? cwd,
        env: process.env,
        platform: process.platform,
        signal: new AbortController().signal,
        warn: (notice: string) => void notices.push(notice),
      };
      const opened = await openConversation(registry, flagsFor(first, wish, flags, home), from, person);
      first = false;
      return toTalk(opened, notices, await knownModels(opened));
    },
  };
}

/** What the command line says holds for all conversations, and which one it names for the first. */
function flagsFor(first: boolean, wish: TalkWish, flags: PrintFlags, home: string): PrintFlags {
  const { resume: _, name: __, ...kept } = flags;
  const base = first ? flags : { ...kept, continueLatest: false, fork: false };
  const { cwd: ___, ...withoutFolder } = base;
  return {
    ...withoutFolder,
    home,
    ...(wish.resume === undefined ? {} : { resume: wish.resume }),
    ...(wish.fork === undefined ? {} : { fork: wish.fork }),
    ...(wish.model === undefined ? {} : { model: wish.model }),
    ...(wish.mode === undefined ? {} : { permissionMode: wish.mode }),
  };
}

function toTalk(opened: Opened, notices: readonly string[], models: readonly Model[]): Talk {
  const { conversation, permissions, caller } = opened;
  if (!permissions) throw new Error('A conversation with a person has permissions');
  return {
    conversation,
    permissions,
    models,
    chooseModel: opened.chooseModel,
    understand: opened.understand,
    setLanguage: opened.setLanguage,
    skills: opened.skills,
    agents: opened.agents,
    hooks: opened.hooks,
    notices: [...caller.notices, ...notices],
  };
}

/** Those that we know, and those that the settings describe. */
async function knownModels({ settings, conversation }: Opened): Promise<readonly Model[]> {
  const { findModel, MODELS } = await import('@helve/assistant');
  const described = Object.entries(settings.models).map(([id, about]) => findModel(id, about as object));
  const known = [...described, ...MODELS.filter(({ id }) => !(id in settings.models))];
  return known.some(({ id }) => id === conversation.model.id) ? known : [conversation.model, ...known];
}
