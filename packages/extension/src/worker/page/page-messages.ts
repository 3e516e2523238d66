import type { CoverAsk, FrameCover, FrameCoverAsk, MainAsk, SleepAsk } from '../../page-message.ts';
import { absent } from '../chrome-fault.ts';
import { tellPage } from './tell-page.ts';

/** Puts `main.js` beside the scripts of the page that asks; answers with what went wrong, or null. */
export function listenToPages(): void {
  chrome.runtime.onMessage.addListener((message: MainAsk, sender, respond) => {
    const { tab, frameId, id } = sender;
    if (id !== chrome.runtime.id || message.helve !== 'main' || tab?.id === undefined) return false;
    chrome.scripting
      .executeScript({
        target: { tabId: tab.id, frameIds: [frameId ?? 0] },
        files: ['main.js'],
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

/** Answers the code in a page after a while: its own timers are slow in the background. */
export function listenToSleepers(): void {
  chrome.runtime.onMessage.addListener((message: SleepAsk, sender, respond) => {
    if (sender.id !== chrome.runtime.id || message.helve !== 'sleep') return false;
    setTimeout(() => respond(true), message.milliseconds);
    return true;
  });
}

/** Answers the code in a frame: what lies over it in the pages around it, from the inside out; null where nothing does. */
export function listenToCovered(): void {
  chrome.runtime.onMessage.addListener((message: CoverAsk, { id, tab, frameId }, respond) => {
    if (id !== chrome.runtime.id || message.helve !== 'cover' || tab?.id === undefined) return false;
    coverOver(tab.id, frameId ?? 0, message).then(
      (cover) => respond(cover ?? null),
      () => respond(undefined),
    );
    return true;
  });
}

async function coverOver(tabId: number, frameId: number, { frame, x, y }: CoverAsk): Promise<FrameCover['cover']> {
  const inner = await chrome.webNavigation.getFrame({ tabId, frameId }).catch(absent);
  if (!inner || inner.parentFrameId < 0) return undefined;
  const ask: FrameCoverAsk = { helve: 'frame-cover', frame, x, y };
  const seen = await tellPage<FrameCover | null>(tabId, ask, inner.parentFrameId);
  if (!seen || seen.cover) return seen?.cover;
  return coverOver(tabId, inner.parentFrameId, { helve: 'cover', frame: seen.frame, x: seen.x, y: seen.y });
}
