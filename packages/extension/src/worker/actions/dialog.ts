import type { Data, DialogAnswer } from '@helve/browser/protocol';
import { tabOf, type WorkerAction } from '../request/call.ts';
import { goneOr, untilItStays } from '../page/ask-page.ts';

type Seen = Data<'dialog'>['seen'];

/** Answers the dialogs of a tab in place of a person: in the page that is there, and in those that come. */
export const dialog: WorkerAction<'dialog'> = async ({ answer: given }, call) => {
  const tabId = tabOf(call);
  if (given) await chrome.storage.session.set({ [key(tabId)]: given });
  const answer = given ?? (await answerOf(tabId));
  const put = (how: DialogAnswer) =>
    answerDialogs({ tabId, allFrames: true }, how).catch((thrown: unknown) => {
      throw goneOr(tabId, thrown);
    });
  const frames = answer ? await untilItStays(call, () => put(answer)) : [];
  return { data: { ...(answer ? { answer } : {}), seen: [...(await seenByDebugger(tabId)), ...frames.flat()] } };
};

/** Pages that come are prepared as early as an extension can. The dialogs of a tab that is debugged come here. */
export function listenToDialogTabs(): void {
  chrome.debugger.onEvent.addListener(({ tabId }, method, about) => {
    if (tabId !== undefined && method === 'Page.javascriptDialogOpening') void close(tabId, about as unknown as Opened);
  });
  chrome.webNavigation.onCommitted.addListener(({ tabId, frameId }) => {
    void answerOf(tabId).then(
      (answer) => answer && answerDialogs({ tabId, frameIds: [frameId] }, answer).catch(() => {}),
    );
  });
  chrome.tabs.onRemoved.addListener((tabId) => void chrome.storage.session.remove([key(tabId), seenKey(tabId)]));
}

/** What the debugger says of a dialog that a page has opened. */
interface Opened {
  readonly type: Seen[number]['type'];
  readonly message: string;
  readonly defaultPrompt?: string;
}

/**
 * Answers a dialog that no person is asked while the debugger is attached: the page, and every command for it, would wait
 * for good. Unless the agent has said how, it is closed; and a page that asks before it is left, is left.
 */
async function close(tabId: number, { type, message, defaultPrompt }: Opened): Promise<void> {
  const told = await answerOf(tabId);
  const accept = type === 'alert' || type === 'beforeunload' || (told?.accept ?? false);
  const promptText = told?.text ?? defaultPrompt ?? '';
  const answer = type === 'prompt' ? (accept ? promptText : null) : accept;
  const seen = [...(await seenByDebugger(tabId)), { type, message, answer }].slice(-MOST_SEEN);
  await chrome.storage.session.set({ [seenKey(tabId)]: seen });
  // Somebody else may have closed it.
  await chrome.debugger.sendCommand({ tabId }, 'Page.handleJavaScriptDialog', { accept, promptText }).catch(() => {});
}

const MOST_SEEN = 100;

async function seenByDebugger(tabId: number): Promise<Seen> {
  const { [seenKey(tabId)]: seen = [] } = await chrome.storage.session.get<Record<string, Seen | undefined>>(
    seenKey(tabId),
  );
  return seen;
}

async function answerOf(tabId: number): Promise<DialogAnswer | undefined> {
  const { [key(tabId)]: answer } = await chrome.storage.session.get<Record<string, DialogAnswer | undefined>>(
    key(tabId),
  );
  return answer;
}

async function answerDialogs(target: chrome.scripting.InjectionTarget, answer: DialogAnswer): Promise<Seen[]> {
  const results = await chrome.scripting.executeScript({
    target,
    world: 'MAIN',
    injectImmediately: true,
    func: replaceDialogs,
    args: [answer.accept, answer.text ?? null],
  });
  return results.map(({ result }) => (result as Seen | undefined) ?? []);
}

function key(tabId: number): string {
  return `dialog:${tabId}`;
}

function seenKey(tabId: number): string {
  return `dialogs-seen:${tabId}`;
}

/** Runs beside the page's own scripts, so it may use nothing from here. Gives what dialogs have said since it was there first. */
function replaceDialogs(accept: boolean, text: string | null): object[] {
  const kept = Symbol.for('dialogs');
  const page = window as unknown as { [kept]?: { accept: boolean; text: string | null; seen: object[] } };
  const before = page[kept];
  if (before) {
    Object.assign(before, { accept, text });
    return before.seen;
  }
  const own = { accept, text, seen: [] as object[] };
  Object.defineProperty(page, kept, { value: own });
  const say = <Answer>(type: string, message: string | undefined, answer: Answer): Answer => {
    // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- pages pass anything
    own.seen.push({ type, message: String(message ?? ''), answer: answer ?? null });
    if (own.seen.length > 100) own.seen.shift();
    return answer;
  };
  window.alert = (message?: string) => void say('alert', message, true);
  window.confirm = (message?: string) => say('confirm', message, own.accept);
  window.prompt = (message?: string, initial?: string) =>
    say('prompt', message, own.accept ? (own.text ?? initial ?? '') : null);
  return own.seen;
}
