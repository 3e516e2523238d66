import { NO_PAGE, type PageState } from '@helve/browser/protocol';

/** What the browser itself says of a tab; whether the page is busy only the page knows. */
export async function pageState(tabId: number | null): Promise<PageState> {
  if (tabId === null) return NO_PAGE;
  try {
    const { url = '', title = '', status } = await chrome.tabs.get(tabId);
    return { url, title, state: status === 'loading' ? 'loading' : 'ready', busy: false };
  } catch {
    return NO_PAGE;
  }
}
