/** Where elements are in the window, and what lies there. */
import { isInteractive } from '../element/interactive.ts';
import { page, plain } from '../element/plain.ts';
import { eachChild, parentOf, shadowRootOf } from '../element/shadow.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function bringIntoView(element: Element): void {
  const it = plain(element);
  it.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { top, bottom, left, right } = it.getBoundingClientRect();
  // Below a header that stays at the top it would be covered.
  if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || !isMet(element)) {
    it.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  }
}

/** Points of an element in the window: its middle, and some around it in case only a part is covered. */
export function pointsOf(element: Element): readonly Point[] {
  const boxes = boxesOf(element);
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

/** What has no box of its own, as with `display: contents`, is where its children are. */
function boxesOf(element: Element): readonly DOMRect[] {
  const own = [...plain(element).getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  if (own.length > 0) return own;
  const below: DOMRect[] = [];
  eachChild(element, (child) => {
    if (child instanceof Element) below.push(...boxesOf(child));
  });
  return below;
}

function isMet(element: Element): boolean {
  return pointsOf(element).some((point) => {
    const hit = deepElementFromPoint(point);
    return hit !== undefined && isHit(hit, element);
  });
}

/** What lies topmost there, also in shadow trees. */
export function deepElementFromPoint(point: Point): Element | undefined {
  const { x, y } = point;
  let hit = page.elementFromPoint(x, y) ?? undefined;
  for (let root = hit && shadowRootOf(hit); hit && root; root = shadowRootOf(hit)) {
    const inner: Element | null = root.elementFromPoint(x, y);
    if (!inner || inner === hit) return slotAt(root, point) ?? hit;
    hit = inner;
  }
  return hit;
}

/** The slot of a text that lies there: the text is a child of the host, but it is in the slot that a pointer meets it. */
function slotAt(root: ShadowRoot, { x, y }: Point): Element | undefined {
  const range = page.createRange();
  const isThere = (node: Node) => {
    if (!(node instanceof Text)) return false;
    range.selectNodeContents(node);
    return [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => left <= x && x < right && top <= y && y < bottom,
    );
  };
  return [...root.querySelectorAll('slot')].find((slot) => slot.assignedNodes().some(isThere));
}

/** Whether a click on `hit` is one on the element: it is in it, or is its label. */
export function isHit(hit: Element, element: Element): boolean {
  for (let each: Element | null = hit; each; each = parentOf(each)) {
    if (each === element) return true;
    if (each instanceof HTMLLabelElement && each.control === element) return true;
  }
  if (element instanceof HTMLLabelElement && element.control === hit) return true;
  return isPassedOn(hit, element);
}

/** Whether a component keeps the pointer from a part of itself, and takes it in its place. */
function isPassedOn(hit: Element, element: Element): boolean {
  if (getComputedStyle(element).pointerEvents !== 'none') return false;
  for (let root = plain(element).getRootNode(); root instanceof ShadowRoot; root = plain(root.host).getRootNode()) {
    if (root.host === hit) return true;
  }
  return false;
}

/** Whether a click on `hit`, which is in the element, is one on something else in it: a button in a card. */
export function meetsAnother(hit: Element, element: Element): boolean {
  for (let each: Element | null = hit; each && each !== element; each = parentOf(each)) {
    if (isInteractive(each)) return true;
  }
  return false;
}
