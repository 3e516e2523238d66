/** Moves the browser's own pointer for the code in a page, which has asked for it because the agent has. */
import type { PointerAnswer, PointerAsk } from '../../page-message.ts';
import { attach, noteTouched } from '../tabs/debugged.ts';

export function listenToPointers(): void {
  chrome.runtime.onMessage.addListener((ask: PointerAsk, { id, tab }, respond) => {
    if (id !== chrome.runtime.id || ask.helve !== 'pointer' || tab?.id === undefined) return false;
    use(tab.id, ask).then(
      () => respond(null satisfies PointerAnswer),
      (error: unknown) => respond((error instanceof Error ? error.message : String(error)) satisfies PointerAnswer),
    );
    return true;
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
  await noteTouched(tabId);
  for (let clickCount = 1; clickCount <= count; clickCount++) {
    await send('mousePressed', { button, clickCount });
    await send('mouseReleased', { button, clickCount });
  }
}
