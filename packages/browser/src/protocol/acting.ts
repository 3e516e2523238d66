/** Actions that do something to a page. */
import * as v from 'valibot';
import { defineAction } from './action.ts';
import { TARGET } from './element.ts';

export const MOUSE_BUTTONS = ['left', 'middle', 'right'] as const;
export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;
export const FILL_METHODS = ['direct', 'paste', 'runtime-api'] as const;
export const WORLDS = ['isolated', 'main'] as const;
export const WAIT_STRATEGIES = ['selector', 'url', 'navigation', 'text', 'text-gone', 'load', 'idle'] as const;

const NAVIGATE = { kind: 'navigate', destructive: true, bucket: 'navigate' } as const;
const CLICK = { kind: 'act', destructive: true, bucket: 'click' } as const;
const FILL = { kind: 'fill', destructive: true, bucket: 'fill' } as const;

const optionalTarget = v.optional(TARGET);

const LOADED = { url: v.string(), title: v.string(), loadTime: v.number() };

/** Reported of a tab in the background, which draws nothing: what the page does when drawn happens when the tab is shown. */
const hidden = v.optional(v.literal(true));

/** The tabs that the page opened. Only the service knows their names. */
const opened = v.optional(v.array(v.object({ tab: v.string(), url: v.string() })));

/** The page was left on the way, as by a form that sends itself: what was filled in led there, and cannot be read back. */
const left = v.optional(v.literal(true));

/** A place in the window, or in an element from its top left corner, in pixels of the page. */
const at = v.optional(v.object({ x: v.number(), y: v.number() }));

/** Whether the browser's own pointer is used, through the debugger, in place of events. */
const realPointer = v.optional(v.boolean());

/** What the pointer met where no element was named. */
const hit = v.optional(v.object({ tag: v.string(), handle: v.string(), name: v.optional(v.string()) }));

/** Reported where the browser's own pointer was used. */
const by = v.optional(v.literal('debugger'));

/** A field and the value to fill in. */
export const FIELD = {
  target: TARGET,
  value: v.string(),
  /** Absent: the method that suits the target. */
  method: v.optional(v.picklist(FILL_METHODS)),
  world: v.optional(v.picklist(WORLDS)),
};

const UPLOAD_FILE = v.object({ name: v.string(), type: v.string(), size: v.number(), lastModified: v.number() });

const DIALOG_ANSWER = v.object({
  accept: v.boolean(),
  /** The text to enter in a prompt. */
  text: v.optional(v.string()),
});

export const ACTING = {
  navigate: defineAction(NAVIGATE, { url: v.string() }, LOADED),
  back: defineAction(NAVIGATE, {}, LOADED),
  forward: defineAction(NAVIGATE, {}, LOADED),
  reload: defineAction(NAVIGATE, {}, LOADED),
  click: defineAction(
    CLICK,
    { target: optionalTarget, at, button: v.picklist(MOUSE_BUTTONS), count: v.number(), realPointer },
    { clicked: v.literal(true), disappeared: v.boolean(), stable: v.boolean(), hit, by, opened },
  ),
  hover: defineAction(
    CLICK,
    { target: optionalTarget, at, realPointer },
    { hovered: v.literal(true), stable: v.boolean(), elapsed: v.number(), hit, by, hidden },
  ),
  drag: defineAction(
    CLICK,
    { target: TARGET, to: TARGET },
    {
      dragged: v.literal(true),
      /** Whether the target took it; known only where the page uses drag events. */
      dropped: v.optional(v.boolean()),
      by: v.picklist(['drag events', 'pointer events']),
      hidden,
    },
  ),
  scroll: defineAction(
    { kind: 'act', destructive: true, bucket: 'scroll' },
    { target: optionalTarget, by: v.string(), direction: v.picklist(DIRECTIONS) },
    {
      target: v.picklist(['viewport', 'element']),
      before: v.number(),
      after: v.number(),
      scrolledPx: v.number(),
      moved: v.boolean(),
      stable: v.boolean(),
      scrollHeight: v.number(),
      clientHeight: v.number(),
      hidden,
    },
  ),
  fill: defineAction(FILL, FIELD, {
    /** Whether it now holds exactly the value. */
    filled: v.boolean(),
    /** What it holds; dots for a password. */
    verifiedValue: v.string(),
    method: v.picklist([...FILL_METHODS, 'click']),
    world: v.picklist(WORLDS),
    /** The editor whose own text was read back; absent for fields of the page. */
    editor: v.optional(v.string()),
    left,
  }),
  select: defineAction(
    { kind: 'fill', destructive: true },
    { target: TARGET, optionText: v.string() },
    {
      /** Whether the page shows the choice. */
      selected: v.boolean(),
      optionText: v.string(),
      /** What the list shows as chosen now; absent after the page was left. */
      shows: v.optional(v.string()),
      left,
    },
  ),
  press: defineAction(
    FILL,
    { target: optionalTarget, key: v.string(), count: v.number() },
    {
      pressed: v.string(),
      /** Whether the page handled the key itself, so that nothing else happened. */
      prevented: v.boolean(),
      /** What else the key did: `submit`, `focus`, `insert`, … */
      did: v.optional(v.string()),
      /** Where the focus is afterwards. */
      focus: v.optional(v.object({ tag: v.string(), handle: v.string(), name: v.optional(v.string()) })),
      opened,
    },
  ),
  type: defineAction(
    FILL,
    { target: optionalTarget, text: v.string() },
    { typed: v.boolean(), value: v.string(), left },
  ),
  /** The clipboard of the session; with a text, sets it. */
  clipboard: defineAction({ kind: 'act', destructive: true }, { text: v.optional(v.string()) }, { text: v.string() }),
  /** A piece of a file that is about to be uploaded, kept in the page. The same piece may come twice. */
  'upload.part': defineAction(
    { kind: 'read', destructive: false },
    { target: TARGET, upload: v.string(), file: v.number(), offset: v.number(), bytes: v.string() },
    {},
  ),
  upload: defineAction(
    { kind: 'upload', destructive: true, bucket: 'fill' },
    { target: TARGET, upload: v.string(), files: v.array(UPLOAD_FILE) },
    {
      uploaded: v.boolean(),
      files: v.array(v.object({ name: v.string(), size: v.number() })),
      by: v.picklist(['input', 'drop']),
    },
  ),
  wait: defineAction(
    { kind: 'read', destructive: false },
    { strategy: v.picklist(WAIT_STRATEGIES), target: v.string(), milliseconds: v.number() },
    { matched: v.boolean(), elapsed: v.number() },
  ),
  dialog: defineAction(
    { kind: 'act', destructive: true },
    { answer: v.optional(DIALOG_ANSWER) },
    {
      /** How dialogs of the tab are answered; absent: by a person. */
      answer: v.optional(DIALOG_ANSWER),
      /** The dialogs that the page has opened since. */
      seen: v.array(
        v.object({
          type: v.picklist(['alert', 'confirm', 'prompt', 'beforeunload']),
          message: v.string(),
          answer: v.nullable(v.union([v.boolean(), v.string()])),
        }),
      ),
    },
  ),
  download: defineAction(
    { kind: 'download', destructive: true, bucket: 'click' },
    { url: v.optional(v.string()), target: optionalTarget },
    { file: v.string(), size: v.number(), url: v.string(), mimeType: v.string() },
  ),
};

export type MouseButton = (typeof MOUSE_BUTTONS)[number];
export type FillMethod = (typeof FILL_METHODS)[number];
export type MaybeHidden = Pick<v.InferOutput<typeof ACTING.hover.data>, 'hidden'>;
export type UploadFile = v.InferOutput<typeof UPLOAD_FILE>;
export type DialogAnswer = v.InferOutput<typeof DIALOG_ANSWER>;
