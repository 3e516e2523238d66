import { absent } from '../chrome-fault.ts';

interface Place {
  readonly tabId: number;
  readonly frameId: number;
  readonly documentId: string;
}

/** How often it is looked whether the document is still there. */
const LOOK_MS = 500;

/**
 * What comes of something that is asked of a document. One that makes place for another just then may take the question with
 * it, and the browser never says so: then `gone` is thrown.
 */
export async function whileThere<Value>(place: Place, asking: Promise<Value>, gone: Error): Promise<Value> {
  const asked = asking.then((value) => ({ value }));
  for (let isLeft = false; ; isLeft = await hasMadePlace(place)) {
    const answered = await within(LOOK_MS, asked);
    if (answered) return answered.value;
    // What it said last had time enough to arrive.
    if (isLeft) throw gone;
  }
}

/** Of a tab or a frame that is gone altogether the browser does say so. */
async function hasMadePlace({ tabId, frameId, documentId }: Place): Promise<boolean> {
  const frame = await chrome.webNavigation.getFrame({ tabId, frameId }).catch(absent);
  return frame !== undefined && frame !== null && frame.documentId !== documentId;
}

async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
