/** Elements that never show what is in them. */
const UNSEEN = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'META', 'LINK', 'TITLE']);

/** Whether a person could see it, or what is in it. */
export function isRendered(element: Element): boolean {
  if (UNSEEN.has(element.tagName)) return false;
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: false, contentVisibilityAuto: false });
}

/** Whether a person sees some of it now, without scrolling. */
export function isInViewport(element: Element): boolean {
  const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}

/** Whether there is more in it than it shows, which is scrolled to. */
export function isScrollable(element: Element, { overflowX, overflowY }: CSSStyleDeclaration): boolean {
  return (
    (scrolls(overflowY) && element.scrollHeight > element.clientHeight) ||
    (scrolls(overflowX) && element.scrollWidth > element.clientWidth)
  );
}

function scrolls(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}
