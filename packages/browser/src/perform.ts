import { randomUUID } from 'node:crypto';
import {
  CommandError,
  type Context,
  ifOffered,
  parameter,
  type Run,
  toCommandError,
  withDetails,
  worded,
} from '@helve/command';
import { browserError } from './errors.ts';
import { obstacleError } from './people/obstacle-error.ts';
import type { SessionInput } from './commands/parameters.ts';
import { optionalTargetOf, placeOf, type PointerInput, targetOf, type TargetInput } from './commands/target.ts';
import {
  type Action,
  ACTIONS,
  checkData,
  type Data,
  Malformed,
  type Obstacle,
  type PageState,
  type Params,
} from './protocol.ts';
import type { Patience } from './relay/queue.ts';
import { type Relay, relay } from './relay/relay.ts';
import type { Session, Tab } from './relay/sessions.ts';

/** How long a browser command may take unless its caller says otherwise. */
export const USUAL_MS = 30_000;

const MORE_TIME = [ifOffered('timeout', worded`Give it more time with ${parameter('timeout')}.`)];

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
  /** What this caller may be told of a page of the session. */
  readonly shown: <Page extends Pick<PageState, 'url' | 'title'>>(session: Session, page: Page) => Promise<Page>;
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
    const began = context.now();
    const call = startCall(id, context, lasts(input));
    const note = (errorCode?: string) => noteRequest(call, input, context, began, errorCode);
    try {
      const output = await work(input, call, context);
      note();
      return call.relay.typedSecrets.mask(output);
    } catch (thrown) {
      note(toCommandError(thrown).code);
      if (!(thrown instanceof CommandError)) throw thrown;
      throw withDetails(withoutSecrets(thrown, call.relay), { request: id });
    }
  };
  return run;
}

/** The same error without passwords that were typed. Errors quote pages, too. */
function withoutSecrets({ code, retry, details, cause, wording }: CommandError, { typedSecrets }: Relay): CommandError {
  const { message, ...more } = typedSecrets.mask(wording);
  return new CommandError(code, message, { ...more, retry, cause, details: typedSecrets.mask(details) });
}

/** Remembers a request that never reached a browser: it was refused before, or needs none. */
function noteRequest(
  { id, relay: { history } }: Call,
  input: unknown,
  { command, now }: Context,
  receivedAt: number,
  errorCode: string | undefined,
): void {
  if (history.has(id)) return;
  const { session } = input as Partial<SessionInput>;
  history.add({
    id,
    action: command.replace(/^browser /, '').replaceAll(' ', '.'),
    session: session ?? '',
    receivedAt,
    elapsedMs: now() - receivedAt,
    ok: errorCode === undefined,
    ...(errorCode === undefined ? {} : { errorCode }),
  });
}

/** The work of a command that is one action on the tab that its session is bound to: `params` makes its request. */
export function actionRun<A extends Action, Input extends SessionInput>(
  action: A,
  params: (input: Input) => Params<A>,
) {
  return browserRun<Input, Data<A>>(async (input, { relay, act }) => {
    const session = relay.sessions.get(input.session);
    const before = session.opened;
    const data = await act(action, params(input), { session, tab: relay.sessions.tab(session, undefined) });
    return 'opened' in ACTIONS[action].data.entries ? { ...data, ...openedSince(session, before) } : data;
  });
}

/** The tabs that the page has opened: they are the session's. */
function openedSince({ tabs }: Session, before: number): Pick<Data<'click'>, 'opened'> {
  const opened = tabs.filter(({ tab }) => Number(tab.slice(1)) > before).map(({ tab, url }) => ({ tab, url }));
  return opened.length > 0 ? { opened } : {};
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
  const { target } = ACTIONS[action].params.entries as { readonly target?: { readonly type: string } };
  const named = target?.type === 'optional' ? optionalTargetOf : targetOf;
  return actionRun(action, (input: Input) => {
    const { session: _, selector, routeJson, element, ...rest } = input;
    return { ...rest, target: named({ selector, routeJson, element }) };
  });
}

/** The same for an action of the pointer, which is at an element or at a place. */
export function pointerRun<A extends 'click' | 'hover'>(action: A) {
  type Input = Omit<Params<A>, 'target' | 'at'> & PointerInput & SessionInput;
  return actionRun(action, (input: Input) => {
    const { session: _, selector, routeJson, element, at, ...rest } = input;
    return { ...rest, ...placeOf({ selector, routeJson, element, at }) };
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
        : browserError('TIMEOUT', 'The browser took longer than allowed', MORE_TIME),
  };
  const mayRead = (path: string) => context.verdict(path, 'read');
  let acts = 0;
  let obstacle: Obstacle | undefined;
  return {
    id,
    relay: kept,
    patience,
    obstacle: () => obstacle,
    shown: async (session, page) => kept.typedSecrets.mask(await kept.gate.shown({ session, mayRead }, page)),
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
        mayRead,
      });
      const { data, page, replay } = answered;
      context.beside(kept.typedSecrets.mask({ page, replay }));
      obstacle = answered.obstacle;
      // A tab that has just been opened is not the session's yet: who opened it sees to that first.
      if (obstacle && tab) throw obstacleError(kept, session, tab, obstacle);
      return kept.typedSecrets.mask(checked(action, data, link.browser.name));
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
