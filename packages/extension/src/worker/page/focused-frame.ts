import { innerFrames } from './frames.ts';
import type { FramePlace } from './handles.ts';
import { tellPage } from './tell-page.ts';

/** The frame that keys go to: many editors are documents of their own in the page. */
export async function focusedFrame(tabId: number): Promise<FramePlace> {
  for (let frameId = 0; ; ) {
    const index = await tellPage<number | null>(tabId, { helve: 'focused-frame' }, frameId);
    const child =
      typeof index === 'number' ? (await innerFrames(tabId, frameId)).find((each) => each.index === index) : undefined;
    if (!child) return { frameId, documentId: undefined };
    frameId = child.frameId;
  }
}
