import { call, CommandError, flag, json, parameter, text, worded, type Wording } from '@helve/command';
import * as v from 'valibot';
import { ROUTE, type Target } from '../protocol/element.ts';
import type { Given } from './parameters.ts';

/** The three ways to say which element is meant. */
export const targetEntries = {
  selector: v.optional(text('CSS selector that matches exactly one element')),
  routeJson: v.optional(json(ROUTE, 'Path through shadow roots: {"hosts":[{"selector":"x-app"}],"target":"button"}')),
  element: v.optional(text('Element handle (el3) from elements, links or snapshot, or its name: Login')),
};

export type TargetInput = Given<typeof targetEntries>;

/** How a pointer is used: at a place, and as which. */
export const pointerEntries = {
  at: v.optional(
    v.pipe(
      text(
        'Place to point at: x,y in pixels of the window, or from the top left corner of the element if one is named',
      ),
      v.regex(/^\s*\d+(?:\.\d+)?\s*,\s*\d+(?:\.\d+)?\s*$/, 'must be two numbers, such as 120,45'),
    ),
  ),
  realPointer: flag(
    "Use the browser's own pointer, through its debugger: :hover styles apply, and the browser says that it is debugged",
  ),
};

export type PointerInput = TargetInput & { readonly at?: string | undefined };

/** The place and the element that an input names; one of them at least. */
export function placeOf(input: PointerInput): {
  readonly target?: Target;
  readonly at?: { readonly x: number; readonly y: number };
} {
  const [x, y] = input.at?.split(',').map(Number) ?? [];
  const at = x === undefined || y === undefined ? undefined : { x, y };
  const target = at ? optionalTargetOf(input) : targetOf(input);
  return { ...(target ? { target } : {}), ...(at ? { at } : {}) };
}

/** An empty value is one that a script forgot to fill in; taken as a name, it would match any element without one. */
function refuseUnclear({ selector, routeJson, element }: TargetInput): void {
  if (selector?.trim() === '') throw problem(worded`${parameter('selector')} may not be empty`);
  if (element?.trim() === '') throw problem(worded`${parameter('element')} may not be empty`);
  const given = [selector, routeJson, element].filter((each) => each !== undefined);
  if (given.length > 1) throw problem('An element is named in one way only');
}

/** The element that an input names, in exactly one way. It is no part of the input's schema: the session comes first. */
export function targetOf(input: TargetInput): Target {
  const target = optionalTargetOf(input);
  if (target) return target;
  throw problem('Name the element');
}

/** The same where a command may do without an element. */
export function optionalTargetOf(input: TargetInput): Target | undefined {
  refuseUnclear(input);
  const { selector, routeJson, element } = input;
  if (selector !== undefined) return { selector };
  if (routeJson !== undefined) return { route: routeJson };
  if (element === undefined) return undefined;
  return /^(?:el|ln)\d+$/.test(element) ? { handle: element } : { name: element };
}

function problem(message: Wording): CommandError {
  return new CommandError('INVALID_INPUT', message, {
    hint: worded`Give exactly one of ${parameter('selector')}, ${parameter('routeJson')} and ${parameter('element')} (a handle such as el3, from ${call('browser elements')}).`,
  });
}
