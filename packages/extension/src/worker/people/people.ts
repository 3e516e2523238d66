import type { Question, SessionView, ToExtension } from '@helve/browser/protocol';
import { showBadge } from './badge.ts';
import { connection } from '../connection/connection.ts';
import { cancelAll } from '../request/dispatch.ts';
import { syncGroups } from '../tabs/groups.ts';
import { syncNotices } from './notices.ts';
import { listenToPresses, onHeard, repeatAnswer } from './presses.ts';
import { isStopped, listenToStop } from './stopped.ts';

/** What the service last said of the sessions in this browser, and what it wants to know. It says all of it again at each connection. */
export const people: { sessions: readonly SessionView[]; readonly questions: Map<string, Question> } = {
  sessions: [],
  questions: new Map(),
};

/** Sessions with tabs in this browser. */
export function atWork(): readonly SessionView[] {
  return people.sessions.filter(({ tabs }) => tabs.length > 0);
}

export function onPeopleMessage(message: ToExtension): void {
  onHeard(message);
  if (message.type === 'welcome') people.questions.clear();
  if (message.type === 'sessions') {
    people.sessions = message.sessions;
    void syncGroups(people.sessions);
    void syncNotices(people.sessions);
  }
  if (message.type === 'ask' && !repeatAnswer(message.id)) people.questions.set(message.id, message);
  if (message.type === 'unask') people.questions.delete(message.id);
  void showState();
}

/** Listens to the person. */
export function listenToPerson(): void {
  listenToPresses((press) => {
    if (press.kind === 'answer') people.questions.delete(press.id);
    void showState();
  });
  // They stop everything, or let it go on. What runs now ends at once.
  listenToStop((stopped) => {
    if (stopped) cancelAll();
    connection.say({ type: 'stop', stopped });
    void showState();
  });
}

export async function showState(): Promise<void> {
  const asked = people.questions.size + people.sessions.filter(({ needs }) => needs !== undefined).length;
  await showBadge({ connection: connection.state, stopped: await isStopped(), asked, agents: atWork().length });
}
