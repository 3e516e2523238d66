import { absent } from '../chrome-fault.ts';

/** The address that says where a frame is from: one without its own (`about:blank`, `srcdoc`) is from where its parent is. */
export async function frameAddress(tabId: number, frameId: number): Promise<string> {
  for (let current = frameId; ; ) {
    const frame = await chrome.webNavigation.getFrame({ tabId, frameId: current }).catch(absent);
    if (!frame) return '';
    if (!frame.url.startsWith('about:') || frame.parentFrameId < 0) return frame.url;
    current = frame.parentFrameId;
  }
}
