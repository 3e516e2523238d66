/** Elements of a page: how a caller names one, and what a read reports of one. */
import * as v from 'valibot';

/** The path through shadow roots, from the document inwards. */
export const ROUTE = v.strictObject({
  hosts: v.array(v.strictObject({ selector: v.string(), index: v.optional(v.number()) })),
  target: v.string(),
});

const BY_SELECTOR = v.strictObject({ selector: v.string() });
const BY_ROUTE = v.strictObject({ route: ROUTE });

/** Which element is meant, in exactly one way. A name is what a person would call it: `Login`. */
export const TARGET = v.union(
  [
    BY_SELECTOR,
    BY_ROUTE,
    v.strictObject({ handle: v.pipe(v.string(), v.regex(/^(?:el|ln)\d+$/, 'must be a handle such as el4')) }),
    v.strictObject({
      name: v.pipe(
        v.string(),
        v.check((name) => name.trim() !== '', 'may not be empty'),
      ),
    }),
  ],
  'must name an element in one way: {"selector":"#name"}, {"handle":"el4"}, {"name":"Login"} or {"route":…}',
);

const text = v.optional(v.string());
const yes = v.optional(v.boolean());

export const ELEMENT = v.object({
  handle: v.string(),
  tag: v.string(),
  selector: text,
  route: v.optional(ROUTE),
  role: text,
  type: text,
  label: text,
  value: text,
  placeholder: text,
  required: yes,
  disabled: yes,
  checked: yes,
  options: v.optional(v.array(v.string())),
  hasShadowRoot: yes,
  /** Of what is clicked by coordinates, such as a canvas: how large it is, in pixels of the page. */
  width: v.optional(v.number()),
  height: v.optional(v.number()),
  /** Its content is not reported, as in a password field. */
  masked: yes,
  /** The origin of the frame it is in; absent in the page itself. */
  frame: text,
});

export const LINK = v.object({
  text: v.string(),
  href: v.string(),
  target: v.union([BY_SELECTOR, BY_ROUTE, v.strictObject({ handle: v.string() })]),
  handle: v.string(),
  title: text,
  rel: text,
  targetAttr: text,
  /** Whether it is in view without scrolling. */
  visible: v.boolean(),
  frame: text,
});

export const IMAGE = v.object({ src: v.string(), alt: v.string(), width: v.number(), height: v.number(), frame: text });
export const LANDMARK = v.object({ tag: v.string(), role: v.string(), label: text });
export const HEADING = v.object({ level: v.number(), text: v.string() });

export const INSPECTED = v.object({
  index: v.number(),
  tag: v.string(),
  id: text,
  classes: text,
  role: text,
  ariaLabel: text,
  rect: v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() }),
  computed: v.record(v.string(), v.string()),
  children: v.number(),
  descendants: v.number(),
  textLength: v.number(),
  scrollable: v.boolean(),
  scrollInfo: v.optional(v.record(v.string(), v.number())),
  selector: text,
  route: v.optional(ROUTE),
  handle: v.string(),
});

export type Route = v.InferOutput<typeof ROUTE>;
export type Target = v.InferOutput<typeof TARGET>;
export type ElementInfo = v.InferOutput<typeof ELEMENT>;
export type LinkInfo = v.InferOutput<typeof LINK>;
export type ImageInfo = v.InferOutput<typeof IMAGE>;
export type LandmarkInfo = v.InferOutput<typeof LANDMARK>;
export type HeadingInfo = v.InferOutput<typeof HEADING>;
export type InspectedElement = v.InferOutput<typeof INSPECTED>;
