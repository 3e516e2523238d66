import { Failure } from '../../failure.ts';
import { delay } from '../worker/delay.ts';
import { coverFromOutside } from './frame-cover.ts';
import { handles } from '../element/handles.ts';
import { nameOf } from '../element/name.ts';
import { bringIntoView, deepElementFromPoint, isHit, type Point, pointsOf } from './point.ts';
import { isRendered } from '../element/visible.ts';

/** How long something that moves is waited for. */
const MOVING_MS = 2_000;
const LOOK_MS = 30;

/**
 * Scrolls an element into view, waits until it keeps still, and gives a point where a click would meet it and nothing
 * else. One that cannot be used is refused with the reason.
 */
export async function makeActionable(element: Element): Promise<Point> {
  refuseUnusable(element);
  bringIntoView(element);
  await stillness(element);
  const points = pointsOf(element);
  let cover: Element | undefined;
  for (const point of points) {
    const hit = deepElementFromPoint(point);
    if (hit && isHit(hit, element)) {
      await refuseCoveredFrame(element, point);
      return point;
    }
    if (hit) cover ??= hit;
  }
  if (points.length === 0) throw notActionable(element, 'has no size');
  if (!cover) throw notActionable(element, 'lies outside of what can be scrolled to');
  throw covered(element, cover);
}

/** The pages around a frame may lie over it. */
async function refuseCoveredFrame(element: Element, point: Point): Promise<void> {
  const cover = await coverFromOutside(point);
  if (!cover) return;
  const named = `${cover.tag}${cover.id ? `#${cover.id}` : ''}`;
  throw new Failure(
    'ELEMENT_NOT_ACTIONABLE',
    `${titleOf(element)} is covered by ${named} of the page around its frame (${cover.origin})`,
    'Close what covers it, or wait until it is gone.',
    { reason: 'is covered', cover },
  );
}

/** What is not there for a person, or switched off, is not used. */
export function refuseUnusable(element: Element): void {
  if (!isRendered(element)) throw notActionable(element, 'is not visible');
  if (isDisabled(element)) throw notActionable(element, 'is disabled');
  if (element.closest('[inert]')) throw notActionable(element, 'is inert');
}

export function notActionable(element: Element, why: string, details: object = {}): Failure {
  return new Failure(
    'ELEMENT_NOT_ACTIONABLE',
    `${titleOf(element)} ${why}`,
    'Wait until it can be used, or choose another.',
    { reason: why, ...details },
  );
}

/** What is said of an element in a message: `The button "Save"`. */
export function titleOf(element: Element): string {
  const name = nameOf(element);
  return `The ${element.localName}${name ? ` ${JSON.stringify(name)}` : ''}`;
}

function isDisabled(element: Element): boolean {
  return element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null;
}

function covered(element: Element, cover: Element): Failure {
  const text = (cover.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 80);
  const named = `${cover.localName}${cover.id ? `#${cover.id}` : ''}`;
  return new Failure(
    'ELEMENT_NOT_ACTIONABLE',
    `${titleOf(element)} is covered by ${named}${text ? ` (${JSON.stringify(text)})` : ''}`,
    'Close what covers it, or wait until it is gone.',
    {
      reason: 'is covered',
      cover: { tag: cover.localName, id: cover.id, text, handle: handles.of(cover) },
    },
  );
}

/** Animations move things: a click goes where the element will be. A page in the background draws none. */
async function stillness(element: Element): Promise<void> {
  const end = performance.now() + MOVING_MS;
  let before = place(element);
  let looks = isMoving(element) ? 2 : 0;
  while (looks > 0 && performance.now() < end) {
    await delay(LOOK_MS);
    const now = place(element);
    looks = now === before ? looks - 1 : 2;
    before = now;
  }
}

function isMoving(element: Element): boolean {
  if (document.hidden) return false;
  return document
    .getAnimations()
    .some(
      ({ effect, playState }) =>
        playState === 'running' &&
        effect instanceof KeyframeEffect &&
        effect.target?.contains(element) &&
        effect.getTiming().iterations !== Number.POSITIVE_INFINITY,
    );
}

function place(element: Element): string {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join();
}
