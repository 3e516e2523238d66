import type { PageNote } from '../page-message.ts';

/** Says something to the code in a tab's page, which is put there if need be. Undefined: nobody can be reached there. */
export async function tellPage<Answer>(tabId: number, note: PageNote): Promise<Answer | undefined> {
  const send = () => chrome.tabs.sendMessage<PageNote, Answer | undefined>(tabId, note, { frameId: 0 });
  try {
    return await send();
  } catch {
    try {
      await chrome.scripting.executeScript({ target: { tabId }, files: ['page.js'], injectImmediately: true });
      return await send();
    } catch {
      return undefined;
    }
  }
}
