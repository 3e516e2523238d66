import { Failure } from '../../failure.ts';
import { absent } from '../chrome-fault.ts';
import { permit } from '../people/permits.ts';
import { tabOf, type WorkerCall } from '../request/call.ts';
import { frameAddress } from './ask-page.ts';

export interface FramesByPermit {
  readonly permitted: number[];
  readonly forbidden: number[];
}

/** The frames of a tab by whether the request may read them. Throws where it may not read the page itself. */
export async function framesByPermit({ request, signal }: WorkerCall): Promise<FramesByPermit> {
  const tabId = tabOf({ request });
  const frames = (await chrome.webNavigation.getAllFrames({ tabId }).catch(absent)) ?? [];
  const [permitted, forbidden]: [number[], number[]] = [[], []];
  for (const { frameId, url } of frames) {
    const address = url.startsWith('about:') ? await frameAddress(tabId, frameId) : url;
    try {
      await permit(request, address, signal);
      permitted.push(frameId);
    } catch (thrown) {
      if (frameId === 0 || !(thrown instanceof Failure) || thrown.code !== 'PERMISSION_DENIED') throw thrown;
      forbidden.push(frameId);
    }
  }
  return { permitted, forbidden };
}
