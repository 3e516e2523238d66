import { ACTIONS } from '../actions.ts';
import type { Action } from '../protocol.ts';

/** What rules speak of: the kinds of doing. */
export const KINDS = ['read', 'act', 'fill', 'navigate', 'download', 'upload'] as const;

export type Kind = (typeof KINDS)[number];

/** Where the kind does not follow from the table of actions. Null: it touches no page, and is not judged. */
const KINDS_BY_NAME: Readonly<Record<string, Kind | null>> = {
  'tab.open': 'navigate',
  back: 'navigate',
  forward: 'navigate',
  reload: 'navigate',
  type: 'fill',
  select: 'fill',
  upload: 'upload',
  download: 'download',
  'tab.close': null,
  'tab.pin': null,
  'tab.unpin': null,
  'require-human': null,
  'debug.log': null,
};

export function kindOf(action: Action): Kind | null {
  const named = Object.hasOwn(KINDS_BY_NAME, action) ? KINDS_BY_NAME[action] : undefined;
  if (named !== undefined) return named;
  const { destructive, bucket } = ACTIONS[action];
  if (bucket === 'navigate' || bucket === 'fill') return bucket;
  return destructive ? 'act' : 'read';
}
