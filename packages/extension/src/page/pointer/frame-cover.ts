/** What lies over a frame is in the page around it, which the code in the frame cannot see. The worker asks one after the other. */
import type { CoverAsk, FrameCover, FrameCoverAsk } from '../../page-message.ts';
import { askWorker } from '../worker/ask-worker.ts';
import { bringIntoView, deepElementFromPoint, type Point } from './point.ts';

const ANSWER_MS = 2_000;

/** Asks the pages around this one whether something lies there; undefined: nothing does, or this is no frame. */
export async function coverFromOutside({ x, y }: Point): Promise<FrameCover['cover']> {
  const frame = ownIndex();
  if (frame < 0) return undefined;
  const ask: CoverAsk = { helve: 'cover', frame, x, y };
  const cover = await askWorker<FrameCover['cover'] | null>(ask, ANSWER_MS);
  return cover ?? undefined;
}

/** What lies over a point of a frame of this page, and where that point is here. */
export function coverOfFrame({ frame, x, y }: FrameCoverAsk): FrameCover | undefined {
  const element = [...document.querySelectorAll<HTMLIFrameElement>('iframe, frame')].find(
    ({ contentWindow }) => contentWindow === window[frame],
  );
  if (!element) return undefined;
  const place = () => pointIn(element, { x, y });
  if (!isInWindow(place())) bringIntoView(element);
  if (!isInWindow(place())) {
    scrollBy({ left: place().x - innerWidth / 2, top: place().y - innerHeight / 2, behavior: 'instant' });
  }
  const point = place();
  const hit = deepElementFromPoint(point);
  const cover = hit && hit !== element ? { tag: hit.localName, id: hit.id, origin: self.origin } : undefined;
  return { cover, frame: ownIndex(), ...point };
}

/** Its number among the frames of the page around it: other sites may be compared with, if nothing else. */
function ownIndex(): number {
  if (parent === window) return -1;
  return Array.from({ length: parent.length }, (_, index) => parent[index]).indexOf(window);
}

/** A point of the document in a frame, as a point of this one. */
function pointIn(frame: HTMLIFrameElement, { x, y }: Point): Point {
  const { left, top, width, height } = frame.getBoundingClientRect();
  const { paddingLeft, paddingTop } = getComputedStyle(frame);
  const across = width / (frame.offsetWidth || 1);
  const down = height / (frame.offsetHeight || 1);
  return {
    x: left + (frame.clientLeft + Number.parseFloat(paddingLeft) + x) * across,
    y: top + (frame.clientTop + Number.parseFloat(paddingTop) + y) * down,
  };
}

function isInWindow({ x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}
