/** What a page keeps in the browser: cookies, localStorage and sessionStorage. */
import { permit } from '../people/permits.ts';
import { goneOr, untilItStays } from '../page/ask-page.ts';
import { tabAt, tabOf, type WorkerAction } from '../request/call.ts';

export const cookies: WorkerAction<'cookies'> = async (_, call) => {
  const { url = '' } = await tabAt(tabOf(call));
  await permit(call.request, url, call.signal);
  const found = /^https?:/.test(url) ? await chrome.cookies.getAll({ url }) : [];
  return {
    data: {
      cookies: found.map(({ name, value, domain, path, secure, httpOnly, sameSite, expirationDate }) => ({
        name,
        value,
        domain,
        path,
        secure,
        httpOnly,
        sameSite,
        ...(expirationDate === undefined ? {} : { expires: Math.round(expirationDate) }),
      })),
    },
  };
};

export const storage: WorkerAction<'storage'> = async ({ area }, call) => {
  const tabId = tabOf(call);
  const { url = '' } = await tabAt(tabId);
  await permit(call.request, url, call.signal);
  const [result] = await untilItStays(call, () =>
    chrome.scripting.executeScript({ target: { tabId }, func: readArea, args: [area] }).catch((thrown: unknown) => {
      throw goneOr(tabId, thrown);
    }),
  );
  return { data: { entries: result?.result ?? [] } };
};

/** Runs in the page. A page without an origin of its own has no storage. */
function readArea(area: 'local' | 'session'): { key: string; value: string }[] {
  try {
    const storage = area === 'local' ? localStorage : sessionStorage;
    return Object.keys(storage).map((key) => ({ key, value: storage.getItem(key) ?? '' }));
  } catch {
    return [];
  }
}
