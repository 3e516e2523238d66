import { CommandError, type Context } from '@helve/command';
import { sessions } from './session-store.ts';

export interface ResizeInput {
  readonly sessionId: string;
  readonly cols: number;
  readonly rows: number;
}

export interface ResizeResult extends ResizeInput {
  readonly status: 'resized';
}

export async function resizeSession({ sessionId, cols, rows }: ResizeInput, context: Context): Promise<ResizeResult> {
  const session = context.keep(sessions).get(sessionId);
  if (!session.running) {
    throw new CommandError('UNAVAILABLE', `The session ${sessionId} is over and has no window`, {
      hint: `Start another with --cols ${cols} --rows ${rows}.`,
      details: { sessionId },
    });
  }
  session.resize(cols, rows);
  return { sessionId, status: 'resized', cols, rows };
}
