import { page, plain } from './plain.ts';
import { isWithin, parentOf } from './shadow.ts';
import type { Box } from './view.ts';

/**
 * Whether something that nobody can see through lies over all of a text. That is known only of what is in the window;
 * and what stays there while the page scrolls, as dialogs and headers do, does not count.
 */
export function isCovered(boxes: readonly Box[], element: Element): boolean {
  const inWindow = boxes.map(middleOf).filter(({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
  if (inWindow.length === 0 || inWindow.length < boxes.length) return false;
  return inWindow.every(({ x, y }) => {
    for (const each of page.elementsFromPoint(x, y)) {
      if (isWithin(element, each)) return false;
      if (!isWithin(each, element) && isOpaque(each) && !staysInWindow(each)) return true;
    }
    return false;
  });
}

function middleOf({ left, top, right, bottom }: Box): { readonly x: number; readonly y: number } {
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

function isOpaque(element: Element): boolean {
  const isPicture = element instanceof HTMLImageElement || element instanceof HTMLVideoElement;
  const { backgroundColor } = getComputedStyle(element);
  if (!isPicture && !backgroundColor.startsWith('rgb(')) return false;
  for (let each: Element | null = element; each; each = parentOf(each)) {
    if (Number.parseFloat(getComputedStyle(each).opacity) < OPAQUE) return false;
  }
  return plain(element).checkVisibility({ visibilityProperty: true });
}

/** Nobody reads through more. */
const OPAQUE = 0.95;

function staysInWindow(element: Element): boolean {
  for (let each: Element | null = element; each; each = parentOf(each)) {
    const { position } = getComputedStyle(each);
    if (position === 'fixed' || position === 'sticky') return true;
  }
  return false;
}
