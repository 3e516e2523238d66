import { NO_PAGE, type PageState } from '@helve/browser/protocol';
import { absent } from '../chrome-fault.ts';

/** What the browser itself says of a tab; whether the page is busy only the page knows. */
export async function pageState(tabId: number | null): Promise<PageState> {
  if (tabId === null) return NO_PAGE;
  const tab = await chrome.tabs.get(tabId).catch(absent);
  if (!tab) return NO_PAGE;
  const { url = '', title = '', status } = tab;
  return { url, title, state: status === 'loading' ? 'loading' : 'ready', busy: false };
}
