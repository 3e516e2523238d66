import { Failure } from '../failure.ts';
import { delay } from './delay.ts';
import { handles } from './handles.ts';
import { nameOf } from './name.ts';
import { shadowRootOf } from './shadow.ts';
import { isRendered } from './visible.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

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
    if (hit && isHit(hit, element)) return point;
    if (hit) cover ??= hit;
  }
  if (points.length === 0) throw notActionable(element, 'has no size');
  if (!cover) throw notActionable(element, 'lies outside of what can be scrolled to');
  throw covered(element, cover);
}

/** What is not there for a person, or switched off, is not used. */
export function refuseUnusable(element: Element): void {
  if (!isRendered(element)) throw notActionable(element, 'is not visible');
  if (isDisabled(element)) throw notActionable(element, 'is disabled');
  if (element.closest('[inert]')) throw notActionable(element, 'is inert');
}

export function bringIntoView(element: Element): void {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { top, bottom, left, right } = element.getBoundingClientRect();
  // Below a header that stays at the top it would be covered.
  if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || !isMet(element)) {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  }
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

/** Points of an element in the window: its middle, and some around it in case only a part is covered. */
function pointsOf(element: Element): readonly Point[] {
  const rects = [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  // What has no box of its own, as with `display: contents`, is where its children are.
  const boxes = rects.length > 0 ? rects : [...element.children].flatMap((child) => [...child.getClientRects()]);
  return boxes.flatMap((box) => {
    const left = Math.max(0, box.left);
    const top = Math.max(0, box.top);
    const width = Math.min(innerWidth, box.right) - left;
    const height = Math.min(innerHeight, box.bottom) - top;
    if (width <= 0 || height <= 0) return [];
    const parts = [
      [0.5, 0.5],
      [0.2, 0.5],
      [0.8, 0.5],
      [0.5, 0.2],
      [0.5, 0.8],
    ] as const;
    return parts.map(([x, y]) => ({ x: left + width * x, y: top + height * y }));
  });
}

function isMet(element: Element): boolean {
  return pointsOf(element).some((point) => {
    const hit = deepElementFromPoint(point);
    return hit !== undefined && isHit(hit, element);
  });
}

/** What lies topmost there, also in shadow trees. */
export function deepElementFromPoint({ x, y }: Point): Element | undefined {
  let hit = document.elementFromPoint(x, y) ?? undefined;
  for (let root = hit && shadowRootOf(hit); root; root = hit ? shadowRootOf(hit) : null) {
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

/** Whether a click on `hit` is one on the element: it is in it, or is its label. */
function isHit(hit: Element, element: Element): boolean {
  for (let node: Node | null = hit; node; node = parentOf(node)) {
    if (node === element) return true;
    if (node instanceof HTMLLabelElement && node.control === element) return true;
  }
  return element instanceof HTMLLabelElement && element.control === hit;
}

function parentOf(node: Node): Node | null {
  if (node instanceof Element && node.assignedSlot) return node.assignedSlot;
  return node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentNode;
}
