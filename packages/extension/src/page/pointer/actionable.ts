import { Failure, inPageWords } from '../../failure.ts';
import { delay } from '../worker/delay.ts';
import { coverFromOutside } from './frame-cover.ts';
import { handles } from '../element/handles.ts';
import { nameOf } from '../element/name.ts';
import { page, plain } from '../element/plain.ts';
import { standInOf } from '../element/stand-in.ts';
import { bringIntoView, deepElementFromPoint, isHit, meetsAnother, type Point, pointsOf } from './point.ts';
import { isRendered } from '../element/visible.ts';

/** How long something that moves is waited for. */
const MOVING_MS = 2_000;
const LOOK_MS = 30;

/** How long something that covers it is given to go away. */
const PASSES_MS = 400;

/** Where a pointer meets an element, and what lies topmost there: that or something in it. */
export interface Meeting {
  readonly point: Point;
  readonly hit: Element;
}

/**
 * Scrolls an element into view, waits until it keeps still, and gives a point where a click would meet it and nothing
 * else. One that cannot be used is refused with the reason.
 */
export async function makeActionable(element: Element): Promise<Meeting> {
  refuseUnusable(element);
  const drawn = standInOf(element) ?? element;
  bringIntoView(drawn);
  await stillness(drawn);
  let points = pointsOf(drawn);
  const meetings: Meeting[] = [];
  let cover: Element | undefined;
  const began = performance.now();
  for (;;) {
    for (const point of points) {
      const hit = deepElementFromPoint(point);
      if (hit && (isHit(hit, drawn) || isHit(hit, element))) meetings.push({ point, hit });
      else cover ??= hit;
    }
    // What fades in often takes no pointer until it is there, and what fades out lies over others until then.
    const longest = isMoving(drawn) ? MOVING_MS : PASSES_MS;
    if (meetings.length > 0 || points.length === 0 || performance.now() - began > longest) break;
    await delay(LOOK_MS);
    points = pointsOf(drawn);
    cover = undefined;
  }
  const meeting = meetings.find(({ hit }) => !meetsAnother(hit, drawn)) ?? meetings[0];
  if (meeting) {
    await refuseCoveredFrame(element, meeting.point);
    return meeting;
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
    `${titleOf(element)} is covered by ${inPageWords(named)} of the page around its frame (${cover.origin})`,
    'Close what covers it, or wait until it is gone.',
    { reason: 'is covered', cover },
  );
}

/** What is not there for a person, or switched off, is not used. */
export function refuseUnusable(element: Element): void {
  if (!isRendered(element) && !standInOf(element)) throw notActionable(element, 'is not visible');
  if (isDisabled(element)) throw notActionable(element, 'is disabled');
  if (plain(element).closest('[inert]')) throw notActionable(element, 'is inert');
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
  return `The ${plain(element).localName}${name ? ` ${inPageWords(JSON.stringify(name))}` : ''}`;
}

function isDisabled(element: Element): boolean {
  return plain(element).matches(':disabled') || plain(element).closest('[aria-disabled="true"]') !== null;
}

function covered(element: Element, cover: Element): Failure {
  const { localName, id, textContent } = plain(cover);
  const text = (textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 80);
  const named = `${localName}${id ? `#${id}` : ''}`;
  return new Failure(
    'ELEMENT_NOT_ACTIONABLE',
    `${titleOf(element)} is covered by ${inPageWords(`${named}${text ? ` (${JSON.stringify(text)})` : ''}`)}`,
    'Close what covers it, or wait until it is gone.',
    {
      reason: 'is covered',
      cover: { tag: localName, id, text, handle: handles.of(cover) },
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
  if (page.hidden) return false;
  return page
    .getAnimations()
    .some(
      ({ effect, playState }) =>
        playState === 'running' &&
        effect instanceof KeyframeEffect &&
        effect.target &&
        plain(effect.target).contains(element) &&
        effect.getTiming().iterations !== Number.POSITIVE_INFINITY,
    );
}

function place(element: Element): string {
  const { x, y, width, height } = plain(element).getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join();
}
