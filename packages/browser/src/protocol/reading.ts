/** Actions that read a page. */
import * as v from 'valibot';
import { defineAction, READ } from './action.ts';
import { ELEMENT, HEADING, IMAGE, INSPECTED, LANDMARK, LINK } from './element.ts';

const selector = v.optional(v.string());

export const READING = {
  text: defineAction(READ, { selector }, { text: v.string() }),
  links: defineAction(
    READ,
    { selector, visibleOnly: v.boolean(), limit: v.number() },
    { links: v.array(LINK), total: v.number() },
  ),
  images: defineAction(READ, { selector }, { images: v.array(IMAGE) }),
  elements: defineAction(READ, { form: v.boolean() }, { elements: v.array(ELEMENT) }),
  outline: defineAction(READ, {}, { landmarks: v.array(LANDMARK), headings: v.array(HEADING) }),
  dom: defineAction(READ, { selector, depth: v.number() }, { html: v.string() }),
  inspect: defineAction(
    READ,
    { selector: v.string(), properties: v.optional(v.string()), limit: v.number() },
    { elements: v.array(INSPECTED), total: v.number() },
  ),
  snapshot: defineAction(
    READ,
    { selector, maxDepth: v.number(), interactiveOnly: v.boolean() },
    { tree: v.string(), nodeCount: v.number() },
  ),
};
