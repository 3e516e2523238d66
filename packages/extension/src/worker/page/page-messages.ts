import type {
  CoverAsk,
  FrameCover,
  FrameCoverAsk,
  MainAsk,
  OuterPoint,
  SecretNote,
  SleepAsk,
} from '../../page-message.ts';
import { absent } from '../chrome-fault.ts';
import { tellPage } from './tell-page.ts';

/** Puts a file beside the scripts of the page that asks; answers with what went wrong, or null. */
export function listenToPages(): void {
  chrome.runtime.onMessage.addListener((message: MainAsk, sender, respond) => {
    const { tab, frameId, id } = sender;
    if (id !== chrome.runtime.id || message.helve !== 'main' || tab?.id === undefined) return false;
    chrome.scripting
      .executeScript({
        target: { tabId: tab.id, frameIds: [frameId ?? 0] },
        files: [message.file],
        world: 'MAIN',
        injectImmediately: true,
      })
      .then(
        () => respond(null),
        (error: unknown) => respond(error instanceof Error ? error.message : String(error)),
      );
    return true;
  });
}

/** Passes on what is about to be typed as a password, so that no result of another page shows it. */
export function listenToSecrets(tell: (value: string) => void): void {
  chrome.runtime.onMessage.addListener((message: SecretNote, sender) => {
    if (sender.id === chrome.runtime.id && message.helve === 'secret') tell(message.value);
    return false;
  });
}

/** Answers the code in a page after a while: its own timers are slow in the background. */
export function listenToSleepers(): void {
  chrome.runtime.onMessage.addListener((message: SleepAsk, sender, respond) => {
    if (sender.id !== chrome.runtime.id || message.helve !== 'sleep') return false;
    setTimeout(() => respond(true), message.milliseconds);
    return true;
  });
}

/** Answers the code in a frame: what lies over it in the pages around it, from the inside out, or where it is in the tab. */
export function listenToCovered(): void {
  chrome.runtime.onMessage.addListener((message: CoverAsk, { id, tab, frameId }, respond) => {
    if (id !== chrome.runtime.id || message.helve !== 'cover' || tab?.id === undefined) return false;
    outerPoint(tab.id, frameId ?? 0, message).then(
      (point) => respond(point ?? null),
      () => respond(undefined),
    );
    return true;
  });
}

async function outerPoint(tabId: number, frameId: number, { frame, x, y }: CoverAsk): Promise<OuterPoint | undefined> {
  const inner = await chrome.webNavigation.getFrame({ tabId, frameId }).catch(absent);
  if (!inner) return undefined;
  if (inner.parentFrameId < 0) return { x, y };
  const ask: FrameCoverAsk = { helve: 'frame-cover', frame, x, y };
  const seen = await tellPage<FrameCover | null>(tabId, ask, inner.parentFrameId);
  if (!seen || seen.cover) return seen ?? undefined;
  return outerPoint(tabId, inner.parentFrameId, { helve: 'cover', frame: seen.frame, x: seen.x, y: seen.y });
}
