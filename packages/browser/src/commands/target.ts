import { CommandError, json, text } from '@helve/command';
import * as v from 'valibot';
import type { Target } from '../protocol.ts';

export const ROUTE = v.strictObject({
  hosts: v.array(v.strictObject({ selector: v.string(), index: v.optional(v.number()) })),
  target: v.string(),
});

/** The three ways to say which element is meant. */
export const targetEntries = {
  selector: v.optional(text('A CSS selector that matches exactly one element')),
  routeJson: v.optional(
    json(ROUTE, 'The way through shadow roots: {"hosts":[{"selector":"x-app"}],"target":"button"}'),
  ),
  element: v.optional(text('The handle of an element (el3), from elements, links or snapshot, or its name: Login')),
};

export interface TargetInput {
  readonly selector?: string | undefined;
  readonly routeJson?: v.InferOutput<typeof ROUTE> | undefined;
  readonly element?: string | undefined;
}

/** An empty value is one that a script forgot to fill in; taken as a name, it would fit whatever has none. */
function refuseEmpty({ selector, element }: TargetInput): void {
  if (selector?.trim() === '') throw problem('--selector may not be empty');
  if (element?.trim() === '') throw problem('--element may not be empty');
}

/** What was meant, which must be said in exactly one way. */
export function targetOf(input: TargetInput): Target {
  const target = optionalTargetOf(input);
  if (target) return target;
  throw problem('Say which element is meant');
}

export function optionalTargetOf(input: TargetInput): Target | undefined {
  const { selector, routeJson, element } = input;
  refuseEmpty(input);
  const given = [selector, routeJson, element].filter((each) => each !== undefined);
  if (given.length > 1) throw problem('An element is named in one way only');
  if (selector !== undefined) return { selector };
  if (routeJson !== undefined) return { route: routeJson };
  if (element === undefined) return undefined;
  return /^(?:el|ln)\d+$/.test(element) ? { handle: element } : { name: element };
}

function problem(message: string): CommandError {
  return new CommandError('INVALID_INPUT', message, {
    hint: 'Give exactly one of --selector, --route-json and --element (a handle such as el3, from helve browser elements).',
  });
}
