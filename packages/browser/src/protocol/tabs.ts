/** Actions on tabs, and on the extension itself. */
import * as v from 'valibot';
import { defineAction } from './action.ts';

/** They touch no page. */
const ON_TAB = { kind: null, destructive: true } as const;

/** What the extension remembers of a request. */
const LOG_ENTRY = v.object({
  id: v.string(),
  action: v.string(),
  session: v.string(),
  tab: v.nullable(v.number()),
  timestamp: v.number(),
  elapsed: v.number(),
  result: v.picklist(['ok', 'error']),
  errorCode: v.optional(v.string()),
  replay: v.boolean(),
  extensionVersion: v.string(),
});

export const TABS = {
  'tab.open': defineAction(
    { kind: 'navigate', destructive: true },
    { url: v.string() },
    { tabId: v.number(), url: v.string(), title: v.string() },
  ),
  'tab.close': defineAction(ON_TAB, {}, { closed: v.literal(true) }),
  'tab.pin': defineAction(ON_TAB, {}, { pinned: v.literal(true) }),
  'tab.unpin': defineAction(ON_TAB, {}, { pinned: v.literal(false) }),
  'require-human': defineAction(ON_TAB, { reason: v.string(), forAttach: v.boolean() }, {}),
  'debug.log': defineAction(
    { kind: null, destructive: false },
    { id: v.optional(v.string()), limit: v.number() },
    { entries: v.array(LOG_ENTRY) },
  ),
};

export type LogEntry = v.InferOutput<typeof LOG_ENTRY>;
