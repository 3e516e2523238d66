import { CommandError, type Context, parameter, worded } from '@helve/command';
import { sessions } from './session-store.ts';
import type { Input, Output } from '../../commands/terminal/session/resize.ts';

export async function resizeSession({ sessionId, cols, rows }: Input, context: Context): Promise<Output> {
  const session = context.keep(sessions).get(sessionId);
  if (!session.running) {
    throw new CommandError('UNAVAILABLE', `The session ${sessionId} has ended and has no window`, {
      hint: worded`Start another with ${parameter('cols')} ${cols} ${parameter('rows')} ${rows}.`,
      details: { sessionId },
    });
  }
  session.resize(cols, rows);
  return { sessionId, status: 'resized', cols, rows };
}
