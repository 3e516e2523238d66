import { connection } from './connection.ts';
import { readCredentials } from './credentials.ts';

/**
 * Chrome ends an idle worker after 30 s, and may end it at any time. The pings keep it from being idle; when it is ended
 * all the same, a page that nobody sees notices that its port is gone and wakes it at once. The alarm is for the case
 * that even that page is gone.
 */
export function stayAwake(): void {
  chrome.alarms.onAlarm.addListener(() => void wake());
  chrome.runtime.onConnect.addListener(() => void connection.open());
  chrome.runtime.onStartup.addListener(() => void wake());
  chrome.runtime.onInstalled.addListener(() => void wake());
  void chrome.alarms.create('wake', { periodInMinutes: 0.5 });
}

export async function wake(): Promise<void> {
  await connection.open();
  if (await readCredentials()) await openWatcher();
}

let opening: Promise<void> | undefined;

function openWatcher(): Promise<void> {
  opening ??= createWatcher().finally(() => {
    opening = undefined;
  });
  return opening;
}

async function createWatcher(): Promise<void> {
  const open = await chrome.runtime.getContexts({ contextTypes: [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT] });
  if (open.length > 0) return;
  await chrome.offscreen
    .createDocument({
      url: 'offscreen.html',
      reasons: [chrome.offscreen.Reason.WORKERS],
      justification: 'Wakes the service worker when Chrome has ended it, so that commands do not wait.',
    })
    // Another start of the worker may have been faster.
    .catch(() => {});
}
