/** One installation of the extension, for good. */
export async function instanceId(): Promise<string> {
  return remember(chrome.storage.local, 'instance');
}

/** What the extension remembers until it is loaded anew, or the browser ends. */
export async function memoryId(): Promise<string> {
  return remember(chrome.storage.session, 'memory');
}

interface Run {
  readonly id: string;
  readonly memory: string;
  readonly tabs: readonly number[];
}

/**
 * One run of the browser: tabs keep their numbers as long as it is the same. An extension that was loaded anew tells by
 * them that the browser is still the one it was; they start somewhere else each time.
 */
export async function runId(tabs: readonly number[]): Promise<string> {
  const memory = await memoryId();
  const { run: last } = await chrome.storage.local.get<{ run?: Run }>('run');
  const same = last !== undefined && (last.memory === memory || last.tabs.some((tab) => tabs.includes(tab)));
  const run: Run = { id: same ? last.id : crypto.randomUUID(), memory, tabs };
  await chrome.storage.local.set({ run });
  return run.id;
}

/** `Chrome/156.0.8078.79`, as the browser calls itself. */
export function browserKind(): string {
  const brands =
    /\b(Edg|OPR|Brave|Vivaldi)\/[\d.]+/.exec(navigator.userAgent) ?? /Chrome\/[\d.]+/.exec(navigator.userAgent);
  return brands?.[0] ?? 'Chromium';
}

async function remember(area: chrome.storage.StorageArea, key: string): Promise<string> {
  const { [key]: known } = await area.get<Record<string, string | undefined>>(key);
  if (known !== undefined) return known;
  const made = crypto.randomUUID();
  await area.set({ [key]: made });
  return made;
}
