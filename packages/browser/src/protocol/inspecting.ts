/** Actions that look behind a page: its messages, requests, cookies, stored data and tools. */
import * as v from 'valibot';
import { defineAction, READ } from './action.ts';

export const CONSOLE_LEVELS = ['debug', 'log', 'info', 'warn', 'error', 'uncaught'] as const;
export const STORAGE_AREAS = ['local', 'session'] as const;

const STORAGE = { kind: 'storage', destructive: false } as const;

/** Whether to start or stop recording in the tab; absent: neither. */
const record = v.optional(v.picklist(['start', 'stop']));

export const MESSAGE = v.object({
  level: v.picklist(CONSOLE_LEVELS),
  text: v.string(),
  at: v.number(),
  /** The origin of the frame that it is from. */
  origin: v.string(),
});

export const REQUEST_ENTRY = v.object({
  method: v.string(),
  url: v.string(),
  /** What it was for: `main_frame`, `xmlhttprequest`, `image`, … */
  type: v.string(),
  at: v.number(),
  /** Absent while it runs, and where it failed. */
  status: v.optional(v.number()),
  elapsed: v.optional(v.number()),
  fromCache: v.optional(v.literal(true)),
  error: v.optional(v.string()),
});

export const COOKIE = v.object({
  name: v.string(),
  value: v.string(),
  domain: v.string(),
  path: v.string(),
  secure: v.boolean(),
  httpOnly: v.boolean(),
  sameSite: v.string(),
  /** In seconds since the epoch; absent: until the browser ends. */
  expires: v.optional(v.number()),
});

export const STORED = v.object({ key: v.string(), value: v.string() });

export const PAGE_TOOL = v.object({
  name: v.string(),
  description: v.string(),
  /** JSON Schema of its input. */
  inputSchema: v.optional(v.unknown()),
});

export const INSPECTING = {
  console: defineAction(READ, { record }, { recording: v.boolean(), messages: v.array(MESSAGE) }),
  network: defineAction(READ, { record }, { recording: v.boolean(), requests: v.array(REQUEST_ENTRY) }),
  cookies: defineAction(STORAGE, {}, { cookies: v.array(COOKIE) }),
  storage: defineAction(STORAGE, { area: v.picklist(STORAGE_AREAS) }, { entries: v.array(STORED) }),
  tools: defineAction(READ, {}, { supported: v.boolean(), tools: v.array(PAGE_TOOL) }),
  'tool.call': defineAction(
    { kind: 'act', destructive: true, bucket: 'click' },
    { name: v.string(), input: v.string() },
    { result: v.unknown() },
  ),
};

export type ConsoleMessage = v.InferOutput<typeof MESSAGE>;
export type RequestEntry = v.InferOutput<typeof REQUEST_ENTRY>;
