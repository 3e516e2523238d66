/**
 * For a few seconds after a real click a page may open windows and save one file after the other. What an extension does is no
 * click to the browser, which would block them. So they are allowed by the site's settings, where an agent acts, and for as long
 * as after a click.
 */
import { absent } from '../chrome-fault.ts';
import { tabAt } from '../request/call.ts';

/** How long a click counts in Chrome. */
const COUNTS_MS = 5_000;

/** Sites for which it is allowed now, and when that ends. */
const allowed = new Map<string, ReturnType<typeof setTimeout>>();

export async function allowAsAfterClick(tabId: number): Promise<void> {
  const pattern = patternOf((await tabAt(tabId)).url ?? '');
  if (pattern === undefined) return;
  const before = allowed.get(pattern);
  clearTimeout(before);
  allowed.set(
    pattern,
    setTimeout(() => void end(pattern), COUNTS_MS),
  );
  if (before === undefined) await allow(pattern).catch(absent);
}

/** An earlier worker may have been ended before its time was over. */
export function forgetEarlierClicks(): void {
  void clear();
}

async function end(pattern: string): Promise<void> {
  allowed.delete(pattern);
  // All that this extension has set goes at once.
  await clear();
  await Promise.all([...allowed.keys()].map((each) => allow(each).catch(absent)));
}

async function allow(primaryPattern: string): Promise<void> {
  const { popups, automaticDownloads } = chrome.contentSettings;
  await Promise.all([popups, automaticDownloads].map((each) => each.set({ primaryPattern, setting: 'allow' })));
}

async function clear(): Promise<void> {
  const { popups, automaticDownloads } = chrome.contentSettings;
  await Promise.all([popups, automaticDownloads].map((each) => each.clear({})));
}

/** Pages without a site of their own have no settings. */
function patternOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, origin } = new URL(address);
  if (protocol === 'http:' || protocol === 'https:') return `${origin}/*`;
  return protocol === 'file:' ? address.replace(/[?#].*/, '') : undefined;
}
