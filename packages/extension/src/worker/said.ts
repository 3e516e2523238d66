import type { DoneWhere, ToExtension } from '@helve/browser/protocol';
import { connection } from './connection.ts';

/** What the person has said, until the service has heard it: a button that was pressed while the connection was lost counts. */
const answers = new Map<string, string>();
const finished = new Map<string, DoneWhere>();

export function sayAnswer(id: string, answer: string): void {
  answers.set(id, answer);
  connection.say({ type: 'answer', id, answer });
}

export function sayDone(session: string, where: DoneWhere): void {
  finished.set(session, where);
  connection.say({ type: 'done', session, where });
}

/** Whether the question was answered already; then that is said again. */
export function repeatAnswer(id: string): boolean {
  const answer = answers.get(id);
  if (answer === undefined) return false;
  connection.say({ type: 'answer', id, answer });
  return true;
}

export function onHeard(message: ToExtension): void {
  if (message.type === 'unask') answers.delete(message.id);
  if (message.type !== 'sessions') return;
  const waiting = new Set(message.sessions.filter(({ needs }) => needs !== undefined).map(({ session }) => session));
  for (const [session, where] of finished) {
    if (waiting.has(session)) connection.say({ type: 'done', session, where });
    finished.delete(session);
  }
}
