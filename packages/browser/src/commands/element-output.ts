import * as v from 'valibot';

export const ROUTE = v.object({
  hosts: v.array(v.object({ selector: v.string(), index: v.optional(v.number()) })),
  target: v.string(),
});

export const ELEMENT = v.object({
  handle: v.string(),
  tag: v.string(),
  selector: v.optional(v.string()),
  route: v.optional(ROUTE),
  role: v.optional(v.string()),
  type: v.optional(v.string()),
  label: v.optional(v.string()),
  value: v.optional(v.string()),
  placeholder: v.optional(v.string()),
  required: v.optional(v.boolean()),
  disabled: v.optional(v.boolean()),
  checked: v.optional(v.boolean()),
  options: v.optional(v.array(v.string())),
  hasShadowRoot: v.optional(v.boolean()),
  masked: v.optional(v.boolean()),
  frame: v.optional(v.string()),
});

export const LINK = v.object({
  text: v.string(),
  href: v.string(),
  target: v.union([v.object({ selector: v.string() }), v.object({ route: ROUTE }), v.object({ handle: v.string() })]),
  handle: v.string(),
  title: v.optional(v.string()),
  rel: v.optional(v.string()),
  targetAttr: v.optional(v.string()),
  visible: v.boolean(),
  frame: v.optional(v.string()),
});

export const INSPECTED = v.object({
  index: v.number(),
  tag: v.string(),
  id: v.optional(v.string()),
  classes: v.optional(v.string()),
  role: v.optional(v.string()),
  ariaLabel: v.optional(v.string()),
  rect: v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() }),
  computed: v.record(v.string(), v.string()),
  children: v.number(),
  descendants: v.number(),
  textLength: v.number(),
  scrollable: v.boolean(),
  scrollInfo: v.optional(v.record(v.string(), v.number())),
  selector: v.optional(v.string()),
  route: v.optional(ROUTE),
  handle: v.string(),
});
