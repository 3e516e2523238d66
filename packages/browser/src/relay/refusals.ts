import { call, worded } from '@helve/command';
/** Why nothing is done for an agent now, whatever it asks for. */
import { browserError } from '../errors.ts';
import type { BrowserLink } from './link.ts';
import type { Session } from './sessions.ts';

export function refuseWhilePaused({ session, paused }: Session): void {
  if (paused === undefined) return;
  throw browserError(
    'HUMAN_REQUIRED',
    `The session ${session} waits for a person: ${paused}`,
    worded`Wait for them (${call('browser wait-human', { session })}), or when that is done: ${call('browser session resume', { session })}`,
    { reason: paused },
  );
}

export function refuseWhileStopped({ stopped, browser }: BrowserLink): void {
  if (!stopped) return;
  const { code, message, suggestedAction, details } = stoppedFailure(browser.name);
  throw browserError(code, message, suggestedAction, details);
}

export function stoppedFailure(name: string) {
  return {
    code: 'PERMISSION_DENIED',
    message: `The person at the browser ${name} has stopped its agents`,
    suggestedAction: 'Only they can let you continue, with the button in the popup of the helve extension. Ask them.',
    details: { verdict: 'deny', rule: 'stop', source: `the browser ${name}` },
  } as const;
}
