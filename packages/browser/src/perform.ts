import { randomUUID } from 'node:crypto';
import { CommandError, type Context, type Run, withDetails } from '@helve/command';
import { browserError } from './errors.ts';
import { obstacleError } from './people/obstacle-error.ts';
import type { SessionInput } from './commands/parameters.ts';
import { optionalTargetOf, type TargetInput } from './commands/target.ts';
import { type Action, checkData, type Data, Malformed, type Obstacle, type Params } from './protocol.ts';
import type { Patience } from './relay/queue.ts';
import { type Relay, relay } from './relay/relay.ts';
import type { Session, Tab } from './relay/sessions.ts';

/** How long a browser command may take unless its caller says otherwise. */
export const USUAL_MS = 30_000;

const MORE_TIME = 'Give it more time with --timeout.';

/** What an answer takes from here to who asked. */
const WAY_BACK_MS = 100;

/** One browser command at work. */
export interface Call {
  readonly id: string;
  readonly relay: Relay;
  readonly patience: Patience;
  /** Does an action in the browser and notes what is known of it. `tab` null: there is none yet. */
  readonly act: <A extends Action>(
    action: A,
    params: Params<A>,
    on: { readonly session: Session; readonly tab: Tab | null; readonly browser?: string | undefined },
  ) => Promise<Data<A>>;
  /** What stands in the way in the page that the last action led to. */
  readonly obstacle: () => Obstacle | undefined;
}

/**
 * Makes a command of a function that works with the relay; its errors carry the id of the request. `lasts`: how long it
 * may take with an input, where the caller gives no time.
 */
export function browserRun<Input, Output>(
  work: (input: Input, call: Call, context: Context) => Promise<Output>,
  lasts: (input: Input) => number = () => USUAL_MS,
) {
  const run: Run<Input, Output> = async (input, context) => {
    const id = context.reach.requestId ?? randomUUID();
    context.beside({ id });
    try {
      return await work(input, startCall(id, context, lasts(input)), context);
    } catch (thrown) {
      if (!(thrown instanceof CommandError)) throw thrown;
      throw withDetails(thrown, { request: id });
    }
  };
  return run;
}

/** The work of a command that is one action on the tab that its session is bound to: `params` makes its request. */
export function actionRun<A extends Action, Input extends SessionInput>(
  action: A,
  params: (input: Input) => Params<A>,
) {
  return browserRun<Input, Data<A>>(async (input, { relay, act }) => {
    const session = relay.sessions.get(input.session);
    return act(action, params(input), { session, tab: relay.sessions.tab(session, undefined) });
  });
}

/** The same where the input without the session is the request. */
export function pageRun<A extends Action>(action: A) {
  return actionRun(action, (input: Params<A> & SessionInput) => {
    const { session: _, ...params } = input;
    return params;
  });
}

/** The same for an action on an element, which the input names in one of its ways. */
export function elementRun<A extends Action>(action: A) {
  type Input = Omit<Params<A>, 'target'> & TargetInput & SessionInput;
  return actionRun(action, (input: Input) => {
    const { session: _, selector, routeJson, element, ...rest } = input;
    return { ...rest, target: optionalTargetOf({ selector, routeJson, element }) };
  });
}

function startCall(id: string, context: Context, usual: number): Call {
  const kept = context.keep(relay);
  const milliseconds = context.deadline === undefined ? usual : context.deadline - context.now();
  // Our own answer says more than the caller's clock, if it is there first.
  const deadline = context.now() + milliseconds - Math.min(WAY_BACK_MS, milliseconds / 4);
  const patience: Patience = {
    signal: context.signal,
    deadline,
    late: () =>
      // Of the caller's time, what is left here is known: not what they said.
      context.deadline === undefined
        ? browserError('TIMEOUT', `The browser took longer than ${usual} ms`, MORE_TIME, { timeout: usual })
        : browserError('TIMEOUT', 'The browser took longer than --timeout allows', MORE_TIME),
  };
  let acts = 0;
  let obstacle: Obstacle | undefined;
  return {
    id,
    relay: kept,
    patience,
    obstacle: () => obstacle,
    act: async (action, params, { session, tab, browser }) => {
      const link = kept.linkFor(session, browser);
      acts++;
      const answered = await kept.perform({
        // What has the same id is done once.
        id: acts === 1 ? id : `${id}:${acts}`,
        action,
        params,
        session,
        tabId: tab?.tabId ?? null,
        link,
        patience,
      });
      const { data, page, replay } = answered;
      context.beside({ page, replay });
      obstacle = answered.obstacle;
      // A tab that has just been opened is not the session's yet: who opened it sees to that first.
      if (obstacle && tab) throw obstacleError(kept, session, tab, obstacle);
      return checked(action, data, link.browser.name);
    },
  };
}

/** The answer of an extension, which may be of another version, or not ours at all. */
function checked<A extends Action>(action: A, data: unknown, browser: string): Data<A> {
  try {
    return checkData(action, data);
  } catch (thrown) {
    if (!(thrown instanceof Malformed)) throw thrown;
    throw browserError(
      'SCRIPT_ERROR',
      `${thrown.message} (browser ${browser})`,
      'Reload the extension in chrome://extensions.',
    );
  }
}
