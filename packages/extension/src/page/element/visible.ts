import { plain } from './plain.ts';

/** Elements that never show what is in them. */
const UNSEEN = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'META', 'LINK', 'TITLE']);

/** Whether a person could see it, or what is in it. */
export function isRendered(element: Element): boolean {
  if (UNSEEN.has(plain(element).tagName)) return false;
  return plain(element).checkVisibility({
    visibilityProperty: true,
    opacityProperty: false,
    contentVisibilityAuto: false,
  });
}

/** Whether a person sees some of it now, without scrolling. */
export function isInViewport(element: Element): boolean {
  const { top, bottom, left, right, width, height } = plain(element).getBoundingClientRect();
  return width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}

/** Whether there is more in it than it shows, which is scrolled to. */
export function isScrollable(element: Element, { overflowX, overflowY }: CSSStyleDeclaration): boolean {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = plain(element);
  return (scrolls(overflowY) && scrollHeight > clientHeight) || (scrolls(overflowX) && scrollWidth > clientWidth);
}

function scrolls(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}
