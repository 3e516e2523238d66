/** Which part of a page can come into sight: what is cut off by the elements around it, or lies where nobody can scroll to. */
import { clipBox } from './clip-path.ts';
import { page, plain } from './plain.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** For what is in an element: in coordinates of the window as it is scrolled now. */
interface Limits {
  /** Nothing beyond is ever seen. */
  readonly reach: Box;
  /** What is beyond is not seen as the page is now. */
  readonly cut: Box;
}

/** The limits of what is placed in the flow, and of what is placed by itself and so cut off by fewer elements. */
export interface View {
  readonly flow: Limits;
  readonly absolute: Limits;
  readonly fixed: Limits;
}

const EVERYWHERE: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** Where everything in the page is seen from. */
export function viewOfPage(): View {
  const root = page.documentElement;
  const { overflowX, direction } = getComputedStyle(root);
  const body = page.body ? getComputedStyle(page.body) : undefined;
  const isRightToLeft = direction === 'rtl' || body?.direction === 'rtl';
  const reach = { ...EVERYWHERE, left: isRightToLeft ? -Infinity : -scrollX, top: -scrollY };
  // The window scrolls in place of the root, and of the body if that says so and the root does not.
  const across = overflowX === 'visible' ? body?.overflowX : overflowX;
  // Many pages do not scroll down while they show a dialog. To the right there is nothing that anybody should read.
  const cut = { ...EVERYWHERE, right: isCutting(across) ? innerWidth : Infinity };
  const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const flow = { reach, cut };
  return { flow, absolute: flow, fixed: { reach: window, cut: EVERYWHERE } };
}

/** The view of what is in an element. Undefined: nothing of it can be seen. */
export function viewIn(element: Element, style: CSSStyleDeclaration, above: View): View | undefined {
  const { position, overflowX, overflowY, clipPath } = style;
  const around = limitsOf(position, above);
  const isClipped = (clipPath !== 'none' && clipPath !== '') || (style.clip !== 'auto' && position !== 'static');
  // The window does it for them.
  const cuts = (overflowX !== 'visible' || overflowY !== 'visible') && !isScrolledByWindow(element);
  let limits = around;
  if (cuts || isClipped) {
    const box = plain(element).getBoundingClientRect();
    const shape = isClipped ? clipBox(box, style) : undefined;
    if (shape) {
      limits = { reach: intersect(limits.reach, shape), cut: limits.cut };
      if (isNothing(limits.reach)) return undefined;
    }
    if (cuts) {
      const inside = limitsIn(element, box, style, limits);
      if (!inside) return undefined;
      limits = inside;
    }
  }
  const holdsFixed = changesPlace(style);
  const holdsAbsolute = holdsFixed || position !== 'static';
  if (limits === above.flow && !holdsAbsolute) return above;
  return {
    flow: limits,
    absolute: holdsAbsolute ? limits : above.absolute,
    fixed: holdsFixed ? limits : above.fixed,
  };
}

/** The limits of an element by how it is placed in what it is in. */
export function limitsOf(position: string, around: View): Limits {
  return position === 'fixed' ? around.fixed : position === 'absolute' ? around.absolute : around.flow;
}

function limitsIn(element: Element, box: Box, style: CSSStyleDeclaration, around: Limits): Limits | undefined {
  const isEmpty = box.right - box.left <= 1 || box.bottom - box.top <= 1;
  if (isEmpty) return undefined;
  const { overflowX, overflowY, direction, flexDirection } = style;
  const { scrollLeft, scrollTop } = plain(element);
  // Some begin at their other end.
  const isReverse = flexDirection.endsWith('reverse');
  const start = {
    left: direction === 'rtl' || isReverse ? -Infinity : box.left - scrollLeft,
    top: isReverse ? -Infinity : box.top - scrollTop,
  };
  if (isNothing(intersect(around.reach, box))) return undefined;
  const isOutside = isNothing(intersect(around.cut, box));
  const own = isOutside ? NOWHERE : intersect(around.cut, box);
  return {
    reach: {
      left: isCutting(overflowX) ? Math.max(start.left, around.reach.left) : start.left,
      top: isCutting(overflowY) ? Math.max(start.top, around.reach.top) : start.top,
      right: isCutting(overflowX) ? around.reach.right : Infinity,
      bottom: isCutting(overflowY) ? around.reach.bottom : Infinity,
    },
    cut: {
      left: isCutting(overflowX) || isOutside ? own.left : -Infinity,
      right: isCutting(overflowX) || isOutside ? own.right : Infinity,
      top: isCutting(overflowY) || isOutside ? own.top : -Infinity,
      bottom: isCutting(overflowY) || isOutside ? own.bottom : Infinity,
    },
  };
}

const NOWHERE: Box = { left: 0, top: 0, right: 0, bottom: 0 };

/** How something in an element is seen: as it is, not before something else is moved, or never. */
export function sightOfBox(box: Box, { reach, cut }: Limits): 'seen' | 'cut' | 'never' {
  if (isNothing(intersect(box, reach))) return 'never';
  return isNothing(intersect(box, cut)) ? 'cut' : 'seen';
}

function intersect(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

/** Less than a pixel of something is nothing. */
function isNothing({ left, top, right, bottom }: Box): boolean {
  return right - left < 1 || bottom - top < 1;
}

/** Whether it cuts off what is beyond, with no way for a person to scroll there. */
function isCutting(overflow: string | undefined): boolean {
  return overflow === 'hidden' || overflow === 'clip';
}

function isScrolledByWindow(element: Element): boolean {
  if (element === page.documentElement) return true;
  if (element !== page.body) return false;
  const { overflowX, overflowY } = getComputedStyle(page.documentElement);
  return overflowX === 'visible' && overflowY === 'visible';
}

/** Whether elements that would be placed by the window are placed by this one. */
function changesPlace({ transform, filter, perspective, contain }: CSSStyleDeclaration): boolean {
  return isSet(transform) || isSet(filter) || isSet(perspective) || /paint|layout|strict|content/.test(contain);
}

function isSet(value: string): boolean {
  return value !== 'none' && value !== '';
}
