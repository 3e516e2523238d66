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
