import * as v from 'valibot';

export const SESSION_INFO = v.object({
  session: v.string(),
  label: v.optional(v.string()),
  state: v.picklist(['unbound', 'bound', 'paused']),
  tab: v.optional(v.string()),
  pacing: v.optional(v.picklist(['human', 'fast'])),
  /** Why it is paused. */
  reason: v.optional(v.string()),
  /** The browser its tabs are in. */
  browser: v.optional(v.string()),
  createdAt: v.number(),
});

export const TAB_INFO = v.object({ tab: v.string(), url: v.string(), title: v.string(), bound: v.boolean() });

export type SessionInfo = v.InferOutput<typeof SESSION_INFO>;
export type TabInfo = v.InferOutput<typeof TAB_INFO>;

export const STATUS = v.object({
  daemon: v.object({
    pid: v.number(),
    port: v.number(),
    uptimeSec: v.number(),
    version: v.string(),
    protocolVersion: v.number(),
  }),
  wsClients: v.array(
    v.object({
      id: v.string(),
      browser: v.string(),
      connectedAt: v.number(),
      protocolVersion: v.number(),
      extensionVersion: v.string(),
      pending: v.number(),
    }),
  ),
  browsers: v.array(
    v.object({
      name: v.string(),
      kind: v.string(),
      pairedAt: v.number(),
      connected: v.boolean(),
      launched: v.boolean(),
      /** Whether its person has stopped the agents in it. */
      stopped: v.boolean(),
    }),
  ),
  sessions: v.array(SESSION_INFO),
  sessionTabs: v.record(v.string(), v.array(TAB_INFO)),
  pausedSessions: v.array(v.string()),
});
