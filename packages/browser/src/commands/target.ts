import { CommandError, json, parameter, text, type Wording, worded } from '@helve/command';
import * as v from 'valibot';
import { ROUTE, type Target } from '../protocol/element.ts';
import type { Given } from './parameters.ts';

/** The three ways to say which element is meant. */
export const targetEntries = {
  selector: v.optional(text('A CSS selector that matches exactly one element')),
  routeJson: v.optional(
    json(ROUTE, 'The way through shadow roots: {"hosts":[{"selector":"x-app"}],"target":"button"}'),
  ),
  element: v.optional(text('The handle of an element (el3), from elements, links or snapshot, or its name: Login')),
};

export type TargetInput = Given<typeof targetEntries>;

/** Checks, as part of a command's input, that it names an element in exactly one way. */
export function oneElement<Input extends TargetInput>() {
  return v.check<Input>(isOneElement);
}

export function isOneElement(input: TargetInput): boolean {
  refuseUnclear(input);
  return targetOf(input) !== undefined;
}

/** The same where a command may do without an element. */
export function oneElementAtMost<Input extends TargetInput>() {
  return v.check<Input>((input) => {
    refuseUnclear(input);
    return true;
  });
}

/** An empty value is one that a script forgot to fill in; taken as a name, it would match any element without one. */
function refuseUnclear({ selector, routeJson, element }: TargetInput): void {
  if (selector?.trim() === '') throw problem(worded`${parameter('selector')} may not be empty`);
  if (element?.trim() === '') throw problem(worded`${parameter('element')} may not be empty`);
  const given = [selector, routeJson, element].filter((each) => each !== undefined);
  if (given.length > 1) throw problem('An element is named in one way only');
}

/** The element that an input names. */
export function targetOf(input: TargetInput): Target {
  const target = optionalTargetOf(input);
  if (target) return target;
  throw problem('Say which element is meant');
}

export function optionalTargetOf({ selector, routeJson, element }: TargetInput): Target | undefined {
  if (selector !== undefined) return { selector };
  if (routeJson !== undefined) return { route: routeJson };
  if (element === undefined) return undefined;
  return /^(?:el|ln)\d+$/.test(element) ? { handle: element } : { name: element };
}

/** Thrown as it is, and not as an issue of the schema: its hint says more. */
function problem(message: Wording): CommandError {
  return new CommandError('INVALID_INPUT', message, {
    hint: worded`Give exactly one of ${parameter('selector')}, ${parameter('routeJson')} and ${parameter('element')} (a handle such as el3, from helve browser elements).`,
  });
}
