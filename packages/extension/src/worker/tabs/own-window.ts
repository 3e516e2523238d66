/**
 * The agents' own window. Chrome draws only the tab in front of each window, and takes pictures of no other; in a window
 * of their own, tabs of agents come to the front without anything changing for the person at the others.
 */

import { absent, onceFree } from '../chrome-fault.ts';

const KEY = 'ownWindow';

let turn: Promise<unknown> = Promise.resolve();

/** Opens a tab in front of the agents' window, which is opened behind the others when there is none. */
export function openInOwnWindow(url: string, signal: AbortSignal): Promise<chrome.tabs.Tab> {
  // One after the other: two at once would open two windows.
  const opened = turn.then(() => open(url, signal));
  turn = opened.catch(() => {});
  return opened;
}

/** What a page opens comes to the front of the agents' window, with the focus: both go back to where they were. */
export function keepInBackground(): void {
  chrome.windows.onFocusChanged.addListener((windowId) => {
    if (windowId === chrome.windows.WINDOW_ID_NONE) return;
    focused = { windowId, at: Date.now(), before: focused?.windowId };
  });
  chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
    void putBehind(sourceTabId, tabId);
  });
}

let focused: { readonly windowId: number; readonly at: number; readonly before: number | undefined } | undefined;

/** A person who has looked at the agents' window for longer than that stays there. */
const JUST_MS = 1_000;

async function putBehind(openerId: number, tabId: number): Promise<void> {
  const [opener, opened] = await Promise.all([openerId, tabId].map((id) => chrome.tabs.get(id).catch(absent)));
  if (!opener || !opened || !(await isInOwnWindow(opener))) return;
  if (opened.windowId === opener.windowId && opened.active) await chrome.tabs.update(openerId, { active: true });
  const wasThere = focused?.windowId === opener.windowId && Date.now() - focused.at > JUST_MS;
  const person = wasThere ? undefined : await windowOfPerson([opener.windowId, opened.windowId]);
  if (person === undefined) return;
  await chrome.windows.update(opened.windowId, { focused: false });
  await chrome.windows.update(person, { focused: true });
}

/** The window that had the focus before one of these took it. */
async function windowOfPerson(ours: readonly number[]): Promise<number | undefined> {
  const last = [focused?.windowId, focused?.before].find((id) => id !== undefined && !ours.includes(id));
  if (last !== undefined) return last;
  const windows = await chrome.windows.getAll({ windowTypes: ['normal'] });
  return windows.find((window) => window.focused && !ours.includes(window.id ?? -1))?.id;
}

export async function isInOwnWindow({ windowId }: chrome.tabs.Tab): Promise<boolean> {
  return windowId === (await ownWindow());
}

async function open(url: string, signal: AbortSignal): Promise<chrome.tabs.Tab> {
  const windowId = await ownWindow();
  if (windowId !== undefined) {
    // One that is created in front takes the focus to its window; one that comes there later does not.
    const tab = await onceFree(signal, () => chrome.tabs.create({ windowId, url, active: false }));
    const { id } = tab;
    if (id !== undefined) await onceFree(signal, () => chrome.tabs.update(id, { active: true }));
    return tab;
  }
  const made = await chrome.windows.create({ url, focused: false });
  const [tab] = made?.tabs ?? [];
  if (made?.id === undefined || !tab) throw new Error('The browser opened no window');
  await chrome.storage.local.set({ [KEY]: made.id });
  return tab;
}

async function ownWindow(): Promise<number | undefined> {
  const { [KEY]: windowId } = await chrome.storage.local.get<{ [KEY]?: number }>(KEY);
  if (windowId === undefined) return undefined;
  const there = await chrome.windows.get(windowId).catch(absent);
  return there?.id;
}
