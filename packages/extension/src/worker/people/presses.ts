import type { SessionView, ToExtension } from '@helve/browser/protocol';
import { type Press, PRESS_PREFIX, pressKey } from '../../presses.ts';
import { connection } from '../connection/connection.ts';

/** What was pressed and the service has not heard yet, as far as is known. */
const kept = new Map<string, Press>();

/** Says to the service what the person has pressed, as soon as it is kept. `onPress`: what else follows from it. */
export function listenToPresses(onPress: (press: Press) => void): void {
  chrome.storage.session.onChanged.addListener((changes) => {
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (!key.startsWith(PRESS_PREFIX)) continue;
      if (newValue === undefined) kept.delete(key);
      else take(key, newValue as Press, onPress);
    }
  });
  connection.onOpening = () => (loading ??= load(onPress));
}

let loading: Promise<void> | undefined;

/** What was pressed while there was no worker. */
async function load(onPress: (press: Press) => void): Promise<void> {
  const all = await chrome.storage.session.get<Record<string, Press>>(null);
  for (const [key, press] of Object.entries(all)) if (key.startsWith(PRESS_PREFIX)) take(key, press, onPress);
}

function take(key: string, press: Press, onPress: (press: Press) => void): void {
  kept.set(key, press);
  say(press);
  onPress(press);
}

function say(press: Press): void {
  if (press.kind === 'answer') connection.say({ type: 'answer', id: press.id, answer: press.answer });
  else if (press.kind === 'done') connection.say({ type: 'done', session: press.session, where: press.where });
  else {
    const { session, tabId, url, title } = press;
    connection.say({ type: 'give', session, tabId, url, title });
  }
}

/** Whether the question was answered already; then that is said again. */
export function repeatAnswer(id: string): boolean {
  const press = kept.get(pressKey({ kind: 'answer', id, answer: '' }));
  if (press) say(press);
  return press !== undefined;
}

export function onHeard(message: ToExtension): void {
  if (message.type === 'unask') forget(pressKey({ kind: 'answer', id: message.id, answer: '' }));
  if (message.type !== 'sessions') return;
  for (const [key, press] of kept) {
    if (press.kind === 'answer') continue;
    const isOpen = press.kind === 'done' ? waitsFor(message.sessions, press) : isWanted(message.sessions, press);
    if (isOpen) say(press);
    else forget(key);
  }
}

function waitsFor(sessions: readonly SessionView[], press: Extract<Press, { kind: 'done' }>): boolean {
  return sessions.some(({ session, needs }) => session === press.session && needs === press.needs);
}

/** The tab is nobody's yet, and the session is there. */
function isWanted(sessions: readonly SessionView[], press: Extract<Press, { kind: 'give' }>): boolean {
  if (sessions.some(({ tabs }) => tabs.includes(press.tabId))) return false;
  return press.session === null || sessions.some(({ session }) => session === press.session);
}

function forget(key: string): void {
  if (kept.delete(key)) void chrome.storage.session.remove(key);
}
