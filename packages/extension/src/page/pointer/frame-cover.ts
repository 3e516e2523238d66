/** What lies over a frame is in the page around it, which the code in the frame cannot see. The worker asks one after the other. */
import { Failure } from '../../failure.ts';
import type { CoverAsk, FrameAt, FrameCover, FrameCoverAsk, OuterPoint } from '../../page-message.ts';
import { isFrame, spotOf } from '../element/frames.ts';
import { page, plain } from '../element/plain.ts';
import { askWorker } from '../worker/ask-worker.ts';
import { bringIntoView, deepElementFromPoint, type Point } from './point.ts';

const ANSWER_MS = 2_000;

/** Asks the pages around this one whether something lies there; undefined: nothing does, or this is no frame. */
export async function coverFromOutside(point: Point): Promise<FrameCover['cover']> {
  return (await outerPoint(point))?.cover;
}

/** Where a point of this document is in the window of the tab. */
export async function placeInTab(point: Point): Promise<Point> {
  if (ownIndex() < 0 && parent === window) return point;
  const outer = await outerPoint(point);
  if (outer) return { x: outer.x, y: outer.y };
  throw new Failure(
    'ELEMENT_NOT_ACTIONABLE',
    'Where its frame is in the page cannot be told',
    'Use it without the real pointer.',
  );
}

async function outerPoint({ x, y }: Point): Promise<OuterPoint | undefined> {
  const frame = ownIndex();
  if (frame < 0) return undefined;
  const ask: CoverAsk = { helve: 'cover', frame, x, y };
  return (await askWorker<OuterPoint | null>(ask, ANSWER_MS)) ?? undefined;
}

/** The frame that lies at a place of this page. */
export function frameAt(place: Point): FrameAt | undefined {
  const hit = deepElementFromPoint(place);
  if (!hit || !isFrame(hit)) return undefined;
  const { x: left, y: top } = pointIn(hit, { x: 0, y: 0 });
  const { width, height } = hit.getBoundingClientRect();
  const [across, down] = [width / (hit.offsetWidth || 1), height / (hit.offsetHeight || 1)];
  return { index: spotOf(hit, 0).index, x: (place.x - left) / across, y: (place.y - top) / down };
}

/** What lies over a point of a frame of this page, and where that point is here. */
export function coverOfFrame({ frame, x, y }: FrameCoverAsk): FrameCover | undefined {
  const element = [...page.querySelectorAll<HTMLIFrameElement>('iframe, frame')].find(
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
  const cover =
    hit && hit !== element ? { tag: plain(hit).localName, id: plain(hit).id, origin: self.origin } : undefined;
  return { cover, frame: ownIndex(), ...point };
}

/** Its number among the frames of the page around it: other sites may be compared with, if nothing else. */
function ownIndex(): number {
  if (parent === window) return -1;
  return Array.from({ length: parent.length }, (_, index) => parent[index]).indexOf(window);
}

/** A point of the document in a frame, as a point of this one. */
function pointIn(frame: HTMLIFrameElement | HTMLFrameElement, { x, y }: Point): Point {
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
