import type { Keepable } from '@helve/command';
import type * as v from 'valibot';
import type { input } from '../commands/browser/read/snapshot.ts';
import { browserRun } from '../perform.ts';
import { boundData } from './read.ts';

type SnapshotInput = v.InferOutput<typeof input>;

/** Takes a snapshot, or says what is another than in the last one of this tab that was taken in the same way. */
export const takeSnapshot = browserRun(async (input: SnapshotInput, { relay, act }, context) => {
  const { session: id, after, maxChars, diff, ...params } = input;
  const session = relay.sessions.get(id);
  const tab = relay.sessions.tab(session, undefined);
  const data = await act('snapshot', params, { session, tab });
  const kept = context.keep(snapshots);
  const key = JSON.stringify([session.session, tab.tab, params]);
  const before = kept.get(key);
  keep(kept, key, data.tree);
  if (!diff) return boundData(data, 'tree', { after, maxChars }, context);
  if (before === undefined) {
    context.warn('There is no earlier snapshot of this tab to compare with, so this is all of it.');
    return boundData(data, 'tree', { after, maxChars }, context);
  }
  const { difference } = await import('./difference.ts');
  const { lines, ...counts } = difference(before, data.tree);
  return boundData({ ...data, tree: lines.join('\n'), diff: counts }, 'tree', { after, maxChars }, context);
});

/** The last snapshots, by tab and what was asked. */
const snapshots: Keepable<Map<string, string>> = {
  name: 'browser snapshots',
  create: () => new Map(),
  dispose: async () => {},
  inUse: () => false,
};

const MOST_KEPT = 50;

function keep(kept: Map<string, string>, key: string, tree: string): void {
  kept.delete(key);
  kept.set(key, tree);
  for (const old of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(old);
}
