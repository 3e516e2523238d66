import * as v from 'valibot';
import { ACTING } from './acting.ts';
import { CAPTURING } from './capturing.ts';
import { INSPECTING } from './inspecting.ts';
import { READING } from './reading.ts';
import { TABS } from './tabs.ts';

/** Every action that the extension performs. */
export const ACTIONS = { ...READING, ...INSPECTING, ...CAPTURING, ...ACTING, ...TABS };

export type Action = keyof typeof ACTIONS;
export type Params<A extends Action> = v.InferOutput<(typeof ACTIONS)[A]['params']>;
export type Data<A extends Action> = v.InferOutput<(typeof ACTIONS)[A]['data']>;

/** What is wrong with something that came over the wire. */
export class Malformed extends Error {}

/** The params of a request as the extension receives them. */
export function checkParams<A extends Action>(action: A, params: unknown): Params<A> {
  if (!Object.hasOwn(ACTIONS, action)) throw new Malformed(`There is no action ${action}`);
  return check(ACTIONS[action].params, params, `The request for ${action}`) as Params<A>;
}

/** The data of an answer as the service receives it. */
export function checkData<A extends Action>(action: A, data: unknown): Data<A> {
  return check(ACTIONS[action].data, data, `The answer to ${action}`) as Data<A>;
}

function check(schema: v.GenericSchema, value: unknown, what: string): unknown {
  const checked = v.safeParse(schema, value);
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  throw new Malformed(`${what} is malformed: ${v.getDotPath(issue) ?? ''} ${issue.message}`);
}
