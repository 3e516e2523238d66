import type { Action, Data, PageState, Params } from '@helve/browser/protocol';
import type { FrameSpot, Read } from '../../page-message.ts';
import { tabOf, type WorkerAction, type WorkerCall } from '../request/call.ts';
import { absent } from '../chrome-fault.ts';
import { askFrame, documentOf, PageGone, untilItStays } from './ask-page.ts';

/** What was read of a document, and of the frames in it where they stand. */
export interface FrameRead<Whole> {
  readonly data: Read<Whole>;
  readonly frames: readonly InnerFrame<Whole>[];
}

export interface InnerFrame<Whole> {
  readonly spot: FrameSpot;
  /** Whose it is; `null` where the page keeps it from having one. */
  readonly origin: string;
  /** Absent where it cannot be read, or does not answer. */
  readonly read: FrameRead<Whole> | undefined;
}

/** Frames that do not answer by then are left out: a page is not kept waiting for what others show in it. */
const PATIENCE_MS = 2_000;

/** A read of the page and every frame in it that can be seen, also of other sites. */
export function inEveryFrame<A extends Action>(
  action: A,
  merge: (read: FrameRead<Data<A>>, params: Params<A>) => Data<A>,
): WorkerAction<A> {
  return async (params, call) => {
    const { read, page } = await untilItStays(call, () => readFrame(action, params, call, 0));
    return { data: merge(read, params), page };
  };
}

async function readFrame<A extends Action>(
  action: A,
  params: Params<A>,
  call: WorkerCall,
  frameId: number,
): Promise<{ readonly read: FrameRead<Data<A>>; readonly page: PageState }> {
  const tabId = tabOf(call);
  const frame = { tabId, frameId, documentId: undefined };
  const { data, page, documentId } = await askFrame(action, params, call, frame);
  const { frames: spots = [] } = data as Read<Data<A>>;
  if (spots.length === 0) return { read: { data, frames: [] }, page };
  const children = await innerFrames(tabId, frameId);
  const inner = pairUp(spots, children);
  const frames: InnerFrame<Data<A>>[] = [];
  // One after the other, because each goes on with the handles where the one before has ended.
  for (const [spot, child] of inner) {
    const below = { ...params, selector: undefined };
    const read = child && (await inTime(readFrame(action, below, call, child.frameId)));
    frames.push({ spot, origin: child?.origin ?? originOf(spot.url), read: read?.read });
  }
  // What was read of its frames may be of those of the page that came meanwhile.
  if ((await documentOf(tabId, frameId)) !== documentId) throw new PageGone(false);
  return { read: { data, frames }, page };
}

interface Child {
  readonly frameId: number;
  readonly url: string;
  readonly index: number;
  readonly origin: string;
}

/** The frames of a document, with what each knows of its place among them. */
export async function innerFrames(tabId: number, parentId: number): Promise<readonly Child[]> {
  const all = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  const children = all.filter(({ parentFrameId, errorOccurred }) => parentFrameId === parentId && !errorOccurred);
  const found = await Promise.all(
    children.map(async ({ frameId, url }) => {
      const target = { tabId, frameIds: [frameId] };
      const results = await inTime(
        chrome.scripting.executeScript({ target, func: findPlace, injectImmediately: true }),
      );
      const place = results?.[0]?.result;
      return place ? [{ frameId, url, ...place }] : [];
    }),
  );
  return found.flat();
}

/** Runs in a frame. Other sites may be compared with, if nothing else. */
function findPlace(): { index: number; origin: string } {
  const siblings = Array.from({ length: parent.length }, (_, index) => parent[index]);
  return { index: siblings.indexOf(window), origin: self.origin };
}

/** Which document is at which spot. In a shadow root a frame has no number: there the address tells, and else the order. */
function pairUp(spots: readonly FrameSpot[], children: readonly Child[]): [FrameSpot, Child | undefined][] {
  const nameless = children.filter(({ index }) => index < 0);
  const take = (found: Child | undefined) => {
    if (found) nameless.splice(nameless.indexOf(found), 1);
    return found;
  };
  const known = new Map(
    spots.map((spot) => [
      spot,
      spot.index < 0
        ? take(nameless.find(({ url }) => url === spot.url))
        : children.find(({ index }) => index === spot.index),
    ]),
  );
  return spots.map((spot) => [spot, known.get(spot) ?? (spot.index < 0 ? nameless.shift() : undefined)]);
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}

/** What comes of it, unless it fails or takes too long. */
async function inTime<Value>(work: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    return await Promise.race([work.catch(absent), late]);
  } finally {
    clearTimeout(timer);
  }
}
