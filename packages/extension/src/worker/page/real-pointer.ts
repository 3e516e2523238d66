/** Moves the browser's own pointer for the code in a page, which has asked for it because the agent has. */
import type { PointerAnswer, PointerAsk } from '../../page-message.ts';

/** While the debugger is attached, the pointer stays where it is; after that the page may take it back. */
const STAYS_MS = 60_000;

const attached = new Map<number, ReturnType<typeof setTimeout>>();

export function listenToPointers(): void {
  chrome.runtime.onMessage.addListener((ask: PointerAsk, { id, tab }, respond) => {
    if (id !== chrome.runtime.id || ask.helve !== 'pointer' || tab?.id === undefined) return false;
    use(tab.id, ask).then(
      () => respond(null satisfies PointerAnswer),
      (error: unknown) => respond((error instanceof Error ? error.message : String(error)) satisfies PointerAnswer),
    );
    return true;
  });
  chrome.debugger.onDetach.addListener(({ tabId }) => {
    if (tabId !== undefined) forget(tabId);
  });
}

async function use(tabId: number, ask: PointerAsk): Promise<void> {
  await attach(tabId);
  if (ask.do === 'attach') return;
  const { x, y } = ask;
  const send = (type: string, more: object = {}) =>
    chrome.debugger.sendCommand({ tabId }, 'Input.dispatchMouseEvent', { type, x, y, ...more });
  await send('mouseMoved');
  if (ask.do === 'move') return;
  const { button, count } = ask;
  for (let clickCount = 1; clickCount <= count; clickCount++) {
    await send('mousePressed', { button, clickCount });
    await send('mouseReleased', { button, clickCount });
  }
}

async function attach(tabId: number): Promise<void> {
  const before = attached.get(tabId);
  if (before === undefined) {
    // A worker before this one may have attached it.
    await chrome.debugger.attach({ tabId }, '1.3').catch((thrown: unknown) =>
      chrome.debugger.sendCommand({ tabId }, 'Page.getFrameTree').catch(() => {
        throw thrown;
      }),
    );
  }
  clearTimeout(before);
  attached.set(
    tabId,
    setTimeout(() => void detach(tabId), STAYS_MS),
  );
}

async function detach(tabId: number): Promise<void> {
  forget(tabId);
  // The tab may be gone.
  await chrome.debugger.detach({ tabId }).catch(() => {});
}

function forget(tabId: number): void {
  clearTimeout(attached.get(tabId));
  attached.delete(tabId);
}
