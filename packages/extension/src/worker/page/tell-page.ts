import type { PageNote } from '../../page-message.ts';
import { absent } from '../chrome-fault.ts';

/** Says something to the code in a tab's page, which is put there if need be. Undefined: nobody can be reached there. */
export async function tellPage<Answer>(tabId: number, note: PageNote, frameId = 0): Promise<Answer | undefined> {
  const send = () => chrome.tabs.sendMessage<PageNote, Answer | undefined>(tabId, note, { frameId });
  try {
    return await send();
  } catch (thrown) {
    absent(thrown);
    const target = { tabId, frameIds: [frameId] };
    return chrome.scripting
      .executeScript({ target, files: ['page.js'], injectImmediately: true })
      .then(send)
      .catch(absent);
  }
}
