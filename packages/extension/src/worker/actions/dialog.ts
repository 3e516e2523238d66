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
  return { data: { ...(answer ? { answer } : {}), seen: frames.flat() } };
};

/** Pages that come are prepared as early as an extension can. */
export function listenToDialogTabs(): void {
  chrome.webNavigation.onCommitted.addListener(({ tabId, frameId }) => {
    void answerOf(tabId).then(
      (answer) => answer && answerDialogs({ tabId, frameIds: [frameId] }, answer).catch(() => {}),
    );
  });
  chrome.tabs.onRemoved.addListener((tabId) => void chrome.storage.session.remove(key(tabId)));
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
