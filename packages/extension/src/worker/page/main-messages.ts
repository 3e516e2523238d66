import type { MainAsk } from '../../page-message.ts';

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
