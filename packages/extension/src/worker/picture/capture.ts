import { faultOf, tabFailure } from '../chrome-fault.ts';

/** Chrome takes two pictures a second at most. */
const QUOTA = /MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND/;
const AGAIN_MS = 100;

/** A picture of what is in front in a window, as a data URL; waits until the browser will take one. */
export async function capture(windowId: number, format: 'png' | 'jpeg', signal: AbortSignal): Promise<string> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await chrome.tabs.captureVisibleTab(windowId, { format, quality: 85 });
    } catch (thrown) {
      if (faultOf(thrown) === 'no-entry') throw tabFailure(-1, thrown);
      if (!(thrown instanceof Error) || !QUOTA.test(thrown.message)) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

export async function bitmapOf(url: string): Promise<ImageBitmap> {
  return createImageBitmap(await (await fetch(url)).blob());
}
