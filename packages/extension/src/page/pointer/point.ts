/** Where elements are in the window, and what lies there. */
import { shadowRootOf } from '../element/shadow.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function bringIntoView(element: Element): void {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { top, bottom, left, right } = element.getBoundingClientRect();
  // Below a header that stays at the top it would be covered.
  if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || !isMet(element)) {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  }
}

/** Points of an element in the window: its middle, and some around it in case only a part is covered. */
export function pointsOf(element: Element): readonly Point[] {
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
export function isHit(hit: Element, element: Element): boolean {
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
