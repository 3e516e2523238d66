/** The clipboard of each session: what its pages copy, and what is pasted there. */
import type { ClipboardAsk } from '../../page-message.ts';
import type { WorkerAction } from '../request/call.ts';
import { sessionOfTab } from '../tabs/groups.ts';

const KEY = 'clipboards';

/** Of more sessions, that which copied longest ago has lost what it copied. */
const MOST = 20;

type Clipboards = Readonly<Record<string, string>>;

export const clipboard: WorkerAction<'clipboard'> = async ({ text }, { request: { session } }) => {
  if (text !== undefined) await write(session, text);
  return { data: { text: text ?? (await read(session)) } };
};

/** Answers the code in a page that copies or pastes. */
export function listenToClipboards(): void {
  chrome.runtime.onMessage.addListener((message: ClipboardAsk, { id, tab }, respond) => {
    if (id !== chrome.runtime.id || message.helve !== 'clipboard' || tab?.id === undefined) return false;
    const session = sessionOfTab(tab.id);
    if (session === undefined) return false;
    const { text } = message;
    (text === undefined ? read(session) : write(session, text)).then(respond, () => respond(undefined));
    return true;
  });
}

async function read(session: string): Promise<string> {
  return (await all())[session] ?? '';
}

async function write(session: string, text: string): Promise<string> {
  const others = Object.entries(await all()).filter(([id]) => id !== session);
  const kept = others.slice(1 - MOST);
  await chrome.storage.session.set({ [KEY]: { ...Object.fromEntries(kept), [session]: text } });
  return text;
}

async function all(): Promise<Clipboards> {
  const { [KEY]: clipboards = {} } = await chrome.storage.session.get<{ [KEY]?: Clipboards }>(KEY);
  return clipboards;
}
