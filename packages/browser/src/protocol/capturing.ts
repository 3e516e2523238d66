/** Pictures of pages. */
import * as v from 'valibot';
import { defineAction, READ } from './action.ts';
import { TARGET } from './element.ts';

export const PICTURE_FORMATS = ['png', 'jpeg'] as const;

/** A box that was drawn around an element, in pixels of the picture. */
const MARK = v.object({
  handle: v.string(),
  name: v.string(),
  x: v.number(),
  y: v.number(),
  width: v.number(),
  height: v.number(),
});

/** A picture without its bytes. */
export const PICTURE = {
  format: v.picklist(PICTURE_FORMATS),
  /** In pixels of the picture. */
  width: v.number(),
  height: v.number(),
  /** Pixels of the picture for one of the page. */
  scale: v.number(),
  /** How the tab became visible: it was, or it came to the front of the agents' own window, or of its window. */
  shown: v.picklist(['already', 'in-own-window', 'activated']),
  /** How many pictures it was assembled from. */
  tiles: v.number(),
  /** The height of the whole, where it was cut. */
  cutFrom: v.optional(v.number()),
  marks: v.optional(v.array(MARK)),
};

export const CAPTURING = {
  screenshot: defineAction(
    READ,
    {
      /** Bring the tab to the front of its window where it must be visible. */
      activate: v.boolean(),
      debugger: v.boolean(),
      fullPage: v.boolean(),
      target: v.optional(TARGET),
      annotate: v.boolean(),
      format: v.picklist(PICTURE_FORMATS),
    },
    { base64: v.string(), ...PICTURE },
  ),
  /** Gets a page ready to be printed; `mark` tells it from other tabs with the same address. */
  'pdf.prepare': defineAction(READ, { mark: v.string() }, { url: v.string() }),
};

export type PictureFormat = (typeof PICTURE_FORMATS)[number];
export type Picture = v.InferOutput<typeof CAPTURING.screenshot.data>;
export type Mark = v.InferOutput<typeof MARK>;
