import type { Action } from './protocol.ts';

/** What kind of doing is paced together. */
export type Bucket = 'navigate' | 'scroll' | 'click' | 'fill';

interface ActionKind {
  /** Whether it may change something: such a request is never run twice. */
  readonly destructive: boolean;
  readonly bucket?: Bucket;
}

/** Every action of the protocol; the compiler misses one that is left out. */
export const ACTIONS: Readonly<Record<Action, ActionKind>> = {
  // Reading
  text: { destructive: false },
  links: { destructive: false },
  images: { destructive: false },
  outline: { destructive: false },
  dom: { destructive: false },
  inspect: { destructive: false },
  elements: { destructive: false },
  snapshot: { destructive: false },
  screenshot: { destructive: false },

  // Acting
  navigate: { destructive: true, bucket: 'navigate' },
  back: { destructive: true, bucket: 'navigate' },
  forward: { destructive: true, bucket: 'navigate' },
  reload: { destructive: true, bucket: 'navigate' },
  click: { destructive: true, bucket: 'click' },
  hover: { destructive: true, bucket: 'click' },
  drag: { destructive: true, bucket: 'click' },
  scroll: { destructive: true, bucket: 'scroll' },
  fill: { destructive: true, bucket: 'fill' },
  select: { destructive: true },
  press: { destructive: true, bucket: 'fill' },
  type: { destructive: true, bucket: 'fill' },
  // Said again, a piece is the same piece.
  'upload.part': { destructive: false },
  upload: { destructive: true, bucket: 'fill' },
  wait: { destructive: false },
  dialog: { destructive: true },
  download: { destructive: true, bucket: 'click' },

  // Tabs, and the extension itself
  'tab.open': { destructive: true },
  'tab.close': { destructive: true },
  'tab.pin': { destructive: true },
  'tab.unpin': { destructive: true },
  'require-human': { destructive: true },
  'debug.log': { destructive: false },
};
