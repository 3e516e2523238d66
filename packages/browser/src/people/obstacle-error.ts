import { call, type CommandError, worded } from '@helve/command';
import { browserError } from '../errors.ts';
import type { Obstacle } from '../protocol.ts';
import type { Relay } from '../relay/relay.ts';
import type { Session, Tab } from '../relay/sessions.ts';

/** The page that came is one for a person: the session waits for them, and what is thrown says so. */
export function obstacleError(
  { handOff }: Relay,
  session: Session,
  { tab }: Tab,
  { kind, reason }: Obstacle,
): CommandError {
  handOff.pause(session, reason);
  const { url, title } = session.handOff ?? {};
  return browserError(
    'HUMAN_REQUIRED',
    `The page needs a person: ${reason}`,
    worded`Wait for them: ${call('browser wait-human', { session: session.session })}. If it is no obstacle: ${call('browser session resume', { session: session.session })}`,
    { kind, reason, session: session.session, tab, url, title },
  );
}
