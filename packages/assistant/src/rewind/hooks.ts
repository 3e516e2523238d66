import type { Caller } from '@helve/policy';
import type { ConversationLog } from '../log/conversation-log.ts';
import type { TurnHooks } from '../loop/hooks.ts';
import { CHANGES } from './changes.ts';
import type { Snapshots } from './snapshots.ts';

/**
 * Keeps what files were before tools change them, so that a conversation can be rewound with its files. The changes of a
 * subagent are also recorded in the conversations `above` it, which are the ones that a user rewinds.
 */
export function snapshotHooks(caller: () => Caller, above: readonly ConversationLog[] = []): TurnHooks {
  let made: Promise<Snapshots> | undefined;
  return {
    beforeRun: async ({ id }, reach) => {
      if (reach.effect === 'inspect') return;
      made ??= import('./snapshots.ts').then(({ Snapshots }) => new Snapshots(caller()));
      await (await made).before(id, reach);
    },
    afterTool: async ({ id }, _, { log }) => {
      const changes = (await (await made)?.after(id)) ?? [];
      if (changes.length === 0) return undefined;
      for (const each of [log, ...above]) each.append({ type: 'extra', name: CHANGES, data: changes });
      return undefined;
    },
    forAgent: (_, parent) => snapshotHooks(caller, [parent, ...above]),
  };
}
