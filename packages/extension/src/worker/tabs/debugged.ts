/** Tabs that the browser's debugger is attached to, because an agent has asked for the real pointer. */
import { Recorded } from './recorded.ts';

/** While it is attached, the pointer stays where it is; after that the page may take it back. */
const STAYS_MS = 60_000;

const PREFIX = 'debugged:';

const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** Attaches it, if it is not; it stays for a while from now on. */
export async function attach(tabId: number): Promise<void> {
  if (!timers.has(tabId)) {
    // A worker before this one may have attached it.
    await chrome.debugger.attach({ tabId }, '1.3').catch((thrown: unknown) =>
      chrome.debugger.sendCommand({ tabId }, 'Page.getFrameTree').catch(() => {
        throw thrown;
      }),
    );
    // The dialogs of a page that is debugged wait for the debugger, which hears of them only so.
    await chrome.debugger.sendCommand({ tabId }, 'Page.enable');
  }
  const until = Date.now() + STAYS_MS;
  stayUntil(tabId, until);
  // A worker after this one must know when it is over.
  await chrome.storage.session.set({ [PREFIX + tabId]: until });
}

/**
 * Tabs with a page that was clicked for real. Only such a page may ask before it is left, and it waits for the answer. So the
 * debugger, which gives it, is attached again before anything else is done there.
 */
const touched = new Recorded('touched');

export async function noteTouched(tabId: number): Promise<void> {
  await touched.start(tabId);
}

export async function attachIfTouched(tabId: number): Promise<void> {
  if (await touched.has(tabId)) await attach(tabId);
}

export async function detach(tabId: number): Promise<void> {
  await forget(tabId);
  // The tab may be gone.
  await chrome.debugger.detach({ tabId }).catch(() => {});
}

export function listenToDebugged(): void {
  chrome.debugger.onDetach.addListener(({ tabId }) => {
    if (tabId !== undefined) void forget(tabId);
  });
  touched.forgetClosed();
  chrome.webNavigation.onCommitted.addListener(({ tabId, frameId }) => {
    if (frameId === 0) void touched.stop(tabId);
  });
  void goOn();
}

/** Counts the time of those that an earlier worker attached it to. */
async function goOn(): Promise<void> {
  const stored = await chrome.storage.session.get<Record<string, number>>(null);
  for (const [key, until] of Object.entries(stored)) {
    const tabId = Number(key.slice(PREFIX.length));
    if (key.startsWith(PREFIX) && !timers.has(tabId)) stayUntil(tabId, until);
  }
}

function stayUntil(tabId: number, until: number): void {
  clearTimeout(timers.get(tabId));
  timers.set(
    tabId,
    setTimeout(() => void detach(tabId), Math.max(0, until - Date.now())),
  );
}

async function forget(tabId: number): Promise<void> {
  clearTimeout(timers.get(tabId));
  timers.delete(tabId);
  await chrome.storage.session.remove(PREFIX + tabId);
}
