/** The files of this machine that each tab has asked for: a picture of a page shows them too. */

/** By tab, since its last page. Kept beyond the worker, which may be ended between the page and its picture. */
let known: Promise<Map<number, ReadonlySet<string>>> | undefined;

const PREFIX = 'files:';

/** Files that are no pages or frames of their own: pictures, style sheets, fonts. */
export async function filesIn(tabId: number): Promise<readonly string[]> {
  return [...((await load()).get(tabId) ?? [])];
}

export function listenToLocalFiles(): void {
  chrome.webRequest.onBeforeRequest.addListener(
    ({ tabId, url, type }) => {
      if (tabId >= 0) void note(tabId, url, type);
      return undefined;
    },
    { urls: ['file:///*'] },
  );
  chrome.tabs.onRemoved.addListener((tabId) => void forget(tabId));
}

async function note(tabId: number, url: string, type: string): Promise<void> {
  const files = await load();
  const before = type === 'main_frame' ? [] : (files.get(tabId) ?? []);
  const now = new Set([...before, ...(FRAMES.has(type) ? [] : [url])]);
  if (type === 'main_frame' && !files.has(tabId)) return;
  files.set(tabId, now);
  await chrome.storage.session.set({ [PREFIX + tabId]: [...now] });
}

/** They are judged by the address that they have when the picture is taken. */
const FRAMES: ReadonlySet<string> = new Set(['main_frame', 'sub_frame']);

async function forget(tabId: number): Promise<void> {
  if ((await load()).delete(tabId)) await chrome.storage.session.remove(PREFIX + tabId);
}

function load(): Promise<Map<number, ReadonlySet<string>>> {
  known ??= chrome.storage.session.get<Record<string, string[]>>(null).then(
    (all) =>
      new Map(
        Object.entries(all)
          .filter(([key]) => key.startsWith(PREFIX))
          .map(([key, files]) => [Number(key.slice(PREFIX.length)), new Set(files)] as const),
      ),
  );
  return known;
}
