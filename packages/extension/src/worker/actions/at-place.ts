import type { FrameAt } from '../../page-message.ts';
import { innerFrames } from '../page/frames.ts';
import { tellPage } from '../page/tell-page.ts';
import { tabOf, type WorkerAction } from '../request/call.ts';

type Pointing = 'click' | 'hover';

/** An action at a place of the window is done in the frame that lies there, however deep. */
export function atPlace<A extends Pointing>(action: WorkerAction<A>): WorkerAction<A> {
  return async (params, call) => {
    const { at, target } = params;
    if (!at || target) return action(params, call);
    const tabId = tabOf(call);
    let [frameId, place] = [0, at];
    for (;;) {
      const inner = await tellPage<FrameAt | null>(tabId, { helve: 'frame-at', ...place }, frameId);
      if (!inner) break;
      const child = (await innerFrames(tabId, frameId)).find(({ index }) => index === inner.index);
      if (!child) break;
      [frameId, place] = [child.frameId, { x: inner.x, y: inner.y }];
    }
    return action({ ...params, at: place }, { ...call, frame: { frameId, documentId: undefined } });
  };
}
