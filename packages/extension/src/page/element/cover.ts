import { colorOf } from './color.ts';
import { page, plain } from './plain.ts';
import { isWithin, parentOf } from './shadow.ts';
import type { Box } from './view.ts';

/**
 * Whether something that nobody can see through lies over all of a text. That is known only of what is in the window;
 * and what stays there while the page scrolls, as dialogs and headers do, counts only where it cannot.
 */
export function isCovered(boxes: readonly Box[], element: Element): boolean {
  const inWindow = boxes.filter(isInWindow);
  if (inWindow.length === 0 || inWindow.length < boxes.length) return false;
  return inWindow.every((box) => {
    const stack = elementsAt(box);
    const own = stack.indexOf(element);
    for (const [index, each] of stack.entries()) {
      if (each === element) return false;
      // Painted before its own parent, a text is behind it.
      const isAround = isWithin(element, each);
      if (isAround && (own < index || !isOpaque(each))) return false;
      if ((isAround || !isWithin(each, element)) && isOpaque(each) && !goesAway(each)) return true;
    }
    return false;
  });
}

/** What lies in the middle of a place in the window, topmost first; also what lets a pointer through. */
export function elementsAt({ left, top, right, bottom }: Box): readonly Element[] {
  forPointers();
  return page.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
}

function isInWindow({ left, top, right, bottom }: Box): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}

let isForPointers = false;

/** What lets a pointer through is found in this read as well, which is over before anything is drawn. */
function forPointers(): void {
  if (isForPointers || !('adoptedStyleSheets' in page)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { pointer-events: auto !important }');
  page.adoptedStyleSheets.push(sheet);
  isForPointers = true;
  queueMicrotask(() => {
    isForPointers = false;
    page.adoptedStyleSheets.splice(page.adoptedStyleSheets.indexOf(sheet), 1);
  });
}

function isOpaque(element: Element): boolean {
  const isPicture = plain(element).matches('img, video, canvas, iframe, embed, object');
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  const isPainted = colorOf(backgroundColor || 'rgba(0, 0, 0, 0)').alpha >= OPAQUE || isSolidImage(backgroundImage);
  if (!isPicture && !isPainted) return false;
  for (let each: Element | null = element; each; each = parentOf(each)) {
    if (Number.parseFloat(getComputedStyle(each).opacity) < OPAQUE) return false;
  }
  return plain(element).checkVisibility({ visibilityProperty: true });
}

/** A gradient without a gap. */
function isSolidImage(image: string): boolean {
  if (!/gradient\(/.test(image ?? '')) return false;
  const stops = image.match(/(?:rgba?|hsla?|color|oklch|oklab|lab|lch)\([^()]*\)/g) ?? [];
  return stops.length > 0 && stops.every((each) => colorOf(each).alpha >= OPAQUE);
}

/** Nobody reads through more. */
const OPAQUE = 0.95;

/** Whether a person gets it out of the way, by scrolling the page or closing a dialog. */
function goesAway(element: Element): boolean {
  return staysInWindow(element) && (scrolls() || plain(element).closest(DIALOGS) !== null);
}

const DIALOGS = 'dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"]';

function scrolls(): boolean {
  const { scrollHeight, clientHeight } = page.documentElement;
  return scrollHeight > clientHeight;
}

function staysInWindow(element: Element): boolean {
  for (let each: Element | null = element; each; each = parentOf(each)) {
    const { position } = getComputedStyle(each);
    if (position === 'fixed' || position === 'sticky') return true;
  }
  return false;
}
