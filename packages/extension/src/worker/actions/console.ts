import type { ConsoleMessage } from '@helve/browser/protocol';
import { absent } from '../chrome-fault.ts';
import { goneOr, untilItStays } from '../page/ask-page.ts';
import { framesByPermit } from '../page/permitted-frames.ts';
import { tabOf, type WorkerAction } from '../request/call.ts';
import { Recorded } from '../tabs/recorded.ts';

const recorded = new Recorded('console');

/** Gives what the scripts of a page have logged since recording started, in the page and the frames that may be read. */
export const console: WorkerAction<'console'> = async ({ record }, call) => {
  const tabId = tabOf(call);
  if (record === 'start') await recorded.start(tabId);
  if (record === 'stop') await recorded.stop(tabId);
  const recording = await recorded.has(tabId);
  if (!recording && record !== 'stop') return { data: { recording, messages: [] } };
  const messages = await untilItStays(call, async () => {
    const { permitted } = await framesByPermit(call);
    return listen({ tabId, frameIds: permitted }).catch((thrown: unknown) => {
      throw goneOr(tabId, thrown);
    });
  });
  return { data: { recording, messages: messages.toSorted((one, other) => one.at - other.at) } };
};

/** Pages that come are listened to as early as an extension can. */
export function listenToConsoles(): void {
  chrome.webNavigation.onCommitted.addListener(({ tabId, frameId }) => {
    void listenIfRecorded(tabId, frameId);
  });
  recorded.forgetClosed();
}

async function listenIfRecorded(tabId: number, frameId: number): Promise<void> {
  if (await recorded.has(tabId)) await listen({ tabId, frameIds: [frameId] }).catch(absent);
}

async function listen(target: chrome.scripting.InjectionTarget): Promise<ConsoleMessage[]> {
  const results = await chrome.scripting.executeScript({
    target,
    world: 'MAIN',
    injectImmediately: true,
    func: keepMessages,
  });
  return results.flatMap(({ result }) => result ?? []);
}

/** Runs beside the page's own scripts, so it may use nothing from here. Gives what was logged since it was there first. */
function keepMessages(): ConsoleMessage[] {
  const kept = Symbol.for('messages');
  const page = window as unknown as { [kept]?: ConsoleMessage[] };
  const before = page[kept];
  if (before) return before;
  const own: ConsoleMessage[] = [];
  Object.defineProperty(page, kept, { value: own });
  const write = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return value.stack ?? String(value);
    try {
      return JSON.stringify(value) ?? String(value);
    } catch {
      return String(value);
    }
  };
  const keep = (level: ConsoleMessage['level'], values: readonly unknown[]) => {
    const text = values.map(write).join(' ').slice(0, 5_000);
    own.push({ level, text, at: Date.now(), origin: self.origin });
    if (own.length > 500) own.shift();
  };
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    const usual = window.console[level].bind(window.console);
    window.console[level] = (...values: unknown[]) => {
      keep(level, values);
      usual(...values);
    };
  }
  addEventListener('error', ({ error, message }) => keep('uncaught', [error ?? message]));
  addEventListener('unhandledrejection', ({ reason }) => keep('uncaught', [reason]));
  return own;
}
