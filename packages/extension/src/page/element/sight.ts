import { lacksContrast } from './contrast.ts';
import { parentOf, shadowRootOf } from './shadow.ts';

/** How a person sees an element. */
export interface Sight {
  /** Whether it is shown itself; there may be elements in it that are, even if not. */
  readonly shown: boolean;
  /** Whether it, or what it is in, is kept from those who have the page read out. */
  readonly ariaHidden: boolean;
  /** Whether it begins on a line of its own. */
  readonly block: boolean;
  /** Whether it may hold more than it shows at once. */
  readonly clips: boolean;
  readonly style: CSSStyleDeclaration;
}

/** Elements that never show what is in them. */
const UNSEEN = new Set([
  'SCRIPT',
  'STYLE',
  'NOSCRIPT',
  'TEMPLATE',
  'HEAD',
  'META',
  'LINK',
  'TITLE',
  'title',
  'DATALIST',
]);

/** How the part is seen that a read begins with: it was asked for, so it is read even if nobody sees it. */
export function lookAtAsked(element: Element): Sight {
  return { shown: true, ariaHidden: false, block: true, clips: false, style: getComputedStyle(element) };
}

/** How an element is seen whose parent is seen so; undefined if neither it nor what is in it can be seen. */
export function look(element: Element, above: Sight): Sight | undefined {
  if (UNSEEN.has(element.tagName)) return undefined;
  const style = getComputedStyle(element);
  const { display } = style;
  let shown = element.checkVisibility(ALL);
  if (!shown) {
    // What has no box of its own is not shown, but what is in it may be; and so it is with `visibility: hidden`.
    if (display === 'contents') shown = style.visibility === 'visible';
    else if (style.visibility === 'visible' || !element.checkVisibility(OPACITY)) return undefined;
  }
  const clips = style.overflowX !== 'visible';
  if (display !== 'contents' && isClipped(element, style, clips)) return undefined;
  const ariaHidden = above.ariaHidden || element.getAttribute('aria-hidden') === 'true';
  const block = !display.startsWith('inline') && display !== 'contents';
  return { shown, ariaHidden, block, clips, style };
}

const ALL: CheckVisibilityOptions = { opacityProperty: true, visibilityProperty: true };
const OPACITY: CheckVisibilityOptions = { opacityProperty: true };

/** Words that stand in an element itself, if a person can read them there. What may only seem to be unreadable is marked. */
export function readableWords(words: string, element: Element, { shown, style }: Sight): string {
  if (!shown || Number.parseFloat(style.fontSize) < 1 || Number.parseFloat(style.textIndent) < FAR_AWAY) return '';
  return lacksContrast(element, style) ? `[in the colour of its background: ${words.trim()}]` : words;
}

/** Further than any indentation of a paragraph. */
const FAR_AWAY = -500;

const CUT_TO_NOTHING = /^(?:inset\((?:50|100)%|circle\(0|polygon\(0(?:px|%)? 0(?:px|%)?\))/;

/** Whether it is cut down to nothing, or where nobody can scroll to. */
function isClipped(element: Element, style: CSSStyleDeclaration, clips: boolean): boolean {
  const { clipPath, position } = style;
  if (clipPath !== 'none' && CUT_TO_NOTHING.test(clipPath)) return true;
  const isPlaced = position === 'absolute' || position === 'fixed';
  if (!isPlaced && !clips) return false;
  const box = element.getBoundingClientRect();
  if (box.width <= 1 || box.height <= 1) {
    if (clips) return element.childNodes.length > 0 || shadowRootOf(element) !== null;
    if (isPlaced && style.clip !== 'auto') return true;
  }
  if (!isPlaced || (box.right > 0 && box.bottom > 0)) return false;
  const scrolled = position === 'fixed' ? { x: 0, y: 0 } : scrolledAround(element);
  return box.right + scrolled.x <= 0 || box.bottom + scrolled.y <= 0;
}

/** How far the parts of the page that an element is in have been scrolled. */
function scrolledAround(element: Element): { readonly x: number; readonly y: number } {
  let [x, y] = [0, 0];
  for (let parent = parentOf(element); parent; parent = parentOf(parent)) {
    x += parent.scrollLeft;
    y += parent.scrollTop;
  }
  return { x, y };
}
