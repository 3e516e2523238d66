import type { SessionView } from '@helve/browser/protocol';
import { absent } from '../chrome-fault.ts';
import { connection } from '../connection/connection.ts';
import { detach } from './debugged.ts';

/** Which tabs were put into which group, across restarts of the worker. */
interface Grouped {
  readonly byTab: Record<string, number>;
  /** The group of a session in a window. */
  readonly bySession: Record<string, number>;
}

const COLORS = ['blue', 'purple', 'cyan', 'green', 'pink', 'orange', 'yellow', 'red'] as const;

let last: readonly SessionView[] = [];
let working: Promise<void> = Promise.resolve();

/** Puts the tabs of each session into a group with its name. One that a person took out of it is theirs again. */
export function syncGroups(sessions: readonly SessionView[] = last): Promise<void> {
  last = sessions;
  working = working.then(sync).catch((error: unknown) => console.warn('Groups:', error));
  return working;
}

/** The session that has a tab. */
export function sessionOfTab(tabId: number): string | undefined {
  return last.find(({ tabs }) => tabs.includes(tabId))?.session;
}

/** Listens for what the person does with groups. */
export function listenToGroups(): void {
  chrome.tabs.onUpdated.addListener((tabId, { groupId, pinned }) => {
    const owned = last.some(({ tabs }) => tabs.includes(tabId));
    if (owned && (groupId !== undefined || pinned !== undefined)) void syncGroups();
  });
}

async function sync(): Promise<void> {
  const { grouped = { byTab: {}, bySession: {} } } = await chrome.storage.session.get<{ grouped?: Grouped }>('grouped');
  const before = JSON.stringify(grouped);
  const owned = new Set(last.flatMap(({ tabs }) => tabs));
  await letGo(grouped, owned);
  for (const session of last) {
    for (const tabId of session.tabs) await place(tabId, session, grouped);
  }
  if (JSON.stringify(grouped) !== before) await chrome.storage.session.set({ grouped });
}

/** Tabs that belong to no session any more leave the group. */
async function letGo({ byTab }: Grouped, owned: ReadonlySet<number>): Promise<void> {
  for (const [key, groupId] of Object.entries(byTab)) {
    const tabId = Number(key);
    if (owned.has(tabId)) continue;
    delete byTab[key];
    const tab = await chrome.tabs.get(tabId).catch(absent);
    if (tab) await detach(tabId);
    if (tab?.groupId === groupId) await chrome.tabs.ungroup(tabId).catch(absent);
  }
}

async function place(tabId: number, session: SessionView, { byTab, bySession }: Grouped): Promise<void> {
  const tab = await chrome.tabs.get(tabId).catch(absent);
  if (!tab) return;
  const known = byTab[tabId];
  // Pinned tabs are in no group.
  if (tab.pinned) {
    delete byTab[tabId];
    return;
  }
  if (known !== undefined) {
    // Said again until the service knows, and no longer counts it among the session's.
    if (tab.groupId !== known) connection.say({ type: 'event', event: { kind: 'taken', tabId } });
    return;
  }
  const { type } = await chrome.windows.get(tab.windowId);
  // Other windows have no groups.
  if (type !== 'normal') return;
  const key = `${session.session} ${tab.windowId}`;
  const groupId = await join(tabId, tab.windowId, bySession[key]);
  byTab[tabId] = groupId;
  bySession[key] = groupId;
  const title = session.label ?? `helve ${session.session}`;
  await chrome.tabGroups.update(groupId, { title, color: colorOf(session.session) });
}

/** Groups are gone with their last tab. */
async function join(tabId: number, windowId: number, groupId: number | undefined): Promise<number> {
  if (groupId !== undefined) {
    const group = await chrome.tabGroups.get(groupId).catch(absent);
    if (group?.windowId === windowId) return chrome.tabs.group({ tabIds: [tabId], groupId });
  }
  return chrome.tabs.group({ tabIds: [tabId], createProperties: { windowId } });
}

function colorOf(session: string): (typeof COLORS)[number] {
  const sum = Array.from(session).reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return COLORS[sum % COLORS.length] ?? 'blue';
}
