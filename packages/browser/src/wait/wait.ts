import { CommandError } from '@helve/registry';
import { browserRun, type PageInput } from '../perform.ts';
import type { WaitStrategy } from '../protocol.ts';

/** How long it is waited unless the caller gives a time. */
const USUAL_MS = 5_000;

/** What the way there and back takes, before the caller's time is over. */
const WAY_MS = 500;

interface WaitInput extends PageInput {
  readonly strategy: WaitStrategy;
  readonly target?: string | undefined;
}

export const wait = browserRun(async ({ session: id, strategy, target }: WaitInput, { relay, act }, context) => {
  if (target === undefined && strategy !== 'load' && strategy !== 'idle') {
    throw new CommandError('INVALID_INPUT', `Waiting for ${strategy} needs --target`, {
      hint: `For example: helve browser wait --strategy ${strategy} --target …`,
    });
  }
  const session = relay.sessions.get(id);
  const tab = relay.sessions.tab(session, undefined);
  const given = context.deadline === undefined ? USUAL_MS : context.deadline - context.now();
  const milliseconds = context.deadline === undefined ? given : Math.max(given - WAY_MS, given / 2);
  const began = context.now();
  return act('wait', { strategy, target: target ?? '', milliseconds }, { session, tab }).catch((thrown: unknown) => {
    // What did not come in time is no error here, whoever noticed it first.
    if (!(thrown instanceof CommandError) || thrown.code !== 'TIMEOUT') throw thrown;
    return { matched: false, elapsed: context.now() - began };
  });
});
