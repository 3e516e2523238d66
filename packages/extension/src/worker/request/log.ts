import type { ActionRequest, ActionResponse, LogEntry } from '@helve/browser/protocol';
import type { WorkerAction } from './call.ts';

const KEPT = 200;

let entries: LogEntry[] | undefined;
let saving: ReturnType<typeof setTimeout> | undefined;

/** Remembers that a request was answered; never what was asked or answered. */
export async function record(request: ActionRequest, response: ActionResponse, began: number): Promise<void> {
  const entry: LogEntry = {
    id: request.id,
    action: request.action,
    session: request.session,
    tab: request.target.tabId,
    timestamp: began,
    elapsed: Date.now() - began,
    result: response.ok ? 'ok' : 'error',
    ...(response.ok ? {} : { errorCode: response.error.code }),
    replay: response.replay,
    extensionVersion: chrome.runtime.getManifest().version,
  };
  entries = [...(await readLog()), entry].slice(-KEPT);
  // Not for each: a log that lacks the last second after a restart will do.
  saving ??= setTimeout(() => {
    saving = undefined;
    void chrome.storage.session.set({ log: entries });
  }, 500);
}

async function readLog(): Promise<LogEntry[]> {
  if (entries) return entries;
  const { log = [] } = await chrome.storage.session.get<{ log?: LogEntry[] }>('log');
  entries ??= log;
  return entries;
}

export const debugLog: WorkerAction<'debug.log'> = async ({ id, limit }) => {
  const entries = await readLog();
  return { data: { entries: entries.filter((entry) => id === undefined || entry.id === id).slice(-limit) } };
};
