import { CommandError, type Context, parameter, worded } from '@helve/command';
import type * as v from 'valibot';
import type { input } from '../commands/browser/navigate/wait.ts';
import { browserRun, USUAL_MS } from '../perform.ts';

/** How long it is waited unless the caller gives a time. */
const USUAL_WAIT_MS = 5_000;

/** What the way there and back takes. */
const WAY_MS = 500;

type WaitInput = v.InferOutput<typeof input>;

export const wait = browserRun(
  async (input: WaitInput, { relay, act }, context) => {
    const { session: id, strategy, target } = input;
    if (target === undefined && strategy !== 'load' && strategy !== 'idle') {
      throw new CommandError('INVALID_INPUT', worded`Waiting for ${strategy} needs ${parameter('target')}`, {
        example: `helve browser wait --strategy ${strategy} --target …`,
      });
    }
    const session = relay.sessions.get(id);
    const tab = relay.sessions.tab(session, undefined);
    const milliseconds = timeOf(input, context);
    const began = context.now();
    return act('wait', { strategy, target: target ?? '', milliseconds }, { session, tab }).catch((thrown: unknown) => {
      // What did not come in time is no error here, whoever noticed it first.
      if (!(thrown instanceof CommandError) || thrown.code !== 'TIMEOUT') throw thrown;
      return { matched: false, elapsed: context.now() - began };
    });
  },
  ({ waitMs = 0 }) => Math.max(USUAL_MS, waitMs + WAY_MS),
);

/** How long it is waited: as long as was said, and never longer than the caller waits. The answer may come after that. */
function timeOf({ waitMs }: WaitInput, { reach: { fullTimeout, timeout } }: Context): number {
  const given = fullTimeout ?? timeout;
  return Math.min(waitMs ?? given ?? USUAL_WAIT_MS, given ?? Number.POSITIVE_INFINITY);
}
