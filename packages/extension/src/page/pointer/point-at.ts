import type { Params } from '@helve/browser/protocol';
import { Failure } from '../../failure.ts';
import { handles } from '../element/handles.ts';
import { nameOf } from '../element/name.ts';
import { plain } from '../element/plain.ts';
import { findTarget } from '../element/target.ts';
import { makeActionable, notActionable, refuseUnusable } from './actionable.ts';
import { bringIntoView, deepElementFromPoint, isHit, type Point } from './point.ts';
import { attachPointer } from './real-pointer.ts';

interface Pointed {
  /** What was meant. */
  readonly element: Element;
  readonly point: Point;
  /** What lies topmost there. */
  readonly hit: Element;
  /** What is said of it, where no element was named. */
  readonly met: { readonly hit?: { readonly tag: string; readonly handle: string; readonly name?: string } };
}

/** The place in the window that a pointer goes to, and what it meets there. */
export async function pointAt(
  { target, at }: Pick<Params<'click'>, 'target' | 'at'>,
  realPointer = false,
): Promise<Pointed> {
  // The browser may make room for a notice that it is debugged, which moves the page.
  if (realPointer) await attachPointer();
  if (target) {
    const element = findTarget(target);
    return at ? pointIn(element, at) : { element, met: {}, ...(await makeActionable(element)) };
  }
  if (!at) throw new Failure('ELEMENT_NOT_FOUND', 'Neither an element nor a place was named');
  const hit = deepElementFromPoint(at);
  if (!hit) {
    const size = `${innerWidth} × ${innerHeight}`;
    throw new Failure(
      'ELEMENT_NOT_FOUND',
      `Nothing is at ${at.x},${at.y}: the window is ${size}`,
      'Scroll there first.',
    );
  }
  return { element: hit, point: at, hit, met: describe(hit) };
}

/** A place in an element, from its top left corner. */
function pointIn(element: Element, at: Point): Pointed {
  refuseUnusable(element);
  bringIntoView(element);
  const place = () => {
    const { left, top } = plain(element).getBoundingClientRect();
    return { x: left + at.x, y: top + at.y };
  };
  const { width, height } = plain(element).getBoundingClientRect();
  if (at.x >= width || at.y >= height) {
    throw notActionable(element, `is ${Math.round(width)} × ${Math.round(height)}: ${at.x},${at.y} is outside of it`);
  }
  const { x, y } = place();
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
    scrollBy({ left: x - innerWidth / 2, top: y - innerHeight / 2, behavior: 'instant' });
  }
  const point = place();
  const hit = deepElementFromPoint(point);
  if (!hit || !isHit(hit, element)) throw notActionable(element, `is covered or out of view at ${at.x},${at.y}`);
  return { element, point, hit, met: describe(hit) };
}

function describe(hit: Element): Pointed['met'] {
  const name = nameOf(hit);
  return { hit: { tag: plain(hit).localName, handle: handles.of(hit), ...(name ? { name } : {}) } };
}
