import type { Caller } from '@helve/policy';
import type { TurnHooks } from '../loop/hooks.ts';
import { CHANGES } from './changes.ts';
import type { Snapshots } from './snapshots.ts';

/** Keeps what files were before tools change them, so that a conversation can be rewound with its files. */
export function snapshotHooks(caller: () => Caller): TurnHooks {
  let made: Promise<Snapshots> | undefined;
  return {
    beforeRun: async ({ id }, reach) => {
      if (reach.effect === 'inspect') return;
      made ??= import('./snapshots.ts').then(({ Snapshots }) => new Snapshots(caller()));
      await (await made).before(id, reach);
    },
    afterTool: async ({ id }, _, { log }) => {
      const changes = (await (await made)?.after(id)) ?? [];
      if (changes.length > 0) log.append({ type: 'extra', name: CHANGES, data: changes });
      return undefined;
    },
  };
}
