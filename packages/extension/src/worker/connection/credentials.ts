/** What the extension keeps of being paired. */
export interface Credentials {
  readonly token: string;
  readonly wsUrl: string;
  readonly name: string;
  /** Which service it is for. */
  readonly service: string;
}

let turn: Promise<unknown> = Promise.resolve();

export async function readCredentials(): Promise<Credentials | undefined> {
  const { credentials } = await chrome.storage.local.get<{ credentials?: Credentials }>('credentials');
  return credentials;
}

export function keepCredentials(credentials: Credentials): Promise<void> {
  return inTurn(() => chrome.storage.local.set({ credentials }));
}

/** Where the service was found that this token is for. */
export function keepPort(port: number, token: string): Promise<void> {
  return inTurn(async () => {
    const credentials = await readCredentials();
    const wsUrl = `ws://127.0.0.1:${port}/ws`;
    if (credentials?.token !== token || credentials.wsUrl === wsUrl) return;
    await chrome.storage.local.set({ credentials: { ...credentials, wsUrl } });
  });
}

/** Forgets a token that was refused, unless the browser was paired anew meanwhile. */
export function forgetToken(token: string): Promise<void> {
  return inTurn(async () => {
    if ((await readCredentials())?.token === token) await chrome.storage.local.remove('credentials');
  });
}

/** One after the other: whoever looks and then removes would remove what was kept in between. */
function inTurn(change: () => Promise<void>): Promise<void> {
  const changed = turn.then(change);
  turn = changed.catch(() => {});
  return changed;
}
