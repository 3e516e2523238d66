import type { InspectedElement } from '@helve/browser/protocol';
import { Failure } from '../../failure.ts';
import type { PageAction } from '../actions.ts';
import { handles } from '../element/handles.ts';
import { plain } from '../element/plain.ts';
import { roleOf } from '../element/role.ts';
import { isScrollable } from '../element/visible.ts';
import { locate } from '../element/selector.ts';
import { findAllDeep } from '../element/target.ts';

const USUAL = 'display,visibility,overflow,overflowX,overflowY,position,opacity,pointerEvents'.split(',');
const LOOK = 'See what there is: helve browser outline, or helve browser dom';
const LONGEST_CLASSES = 100;
const MOST_DESCENDANTS = 10_000;

/** How elements are laid out. */
export const inspect: PageAction<'inspect'> = ({ selector, properties = '', limit }) => {
  const found = findAllDeep(selector);
  if (found.length === 0) {
    throw new Failure('ELEMENT_NOT_FOUND', `Nothing in the page matches ${selector}`, LOOK, { selector });
  }
  const named = properties.split(',').flatMap((name) => name.trim() || []);
  const wanted = named.length > 0 ? named : USUAL;
  return {
    elements: found.slice(0, limit).map((element, index) => describe(element, index, wanted)),
    total: found.length,
  };
};

function describe(element: Element, index: number, properties: readonly string[]): InspectedElement {
  const role = roleOf(element);
  const ariaLabel = plain(element).getAttribute('aria-label');
  const scrollable = isScrollable(element, getComputedStyle(element));
  const { x, y, width, height } = plain(element).getBoundingClientRect();
  const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = plain(element);
  const { id, localName, classList, childElementCount, textContent } = plain(element);
  return {
    index,
    tag: localName,
    ...(id ? { id } : {}),
    ...(classList.length > 0 ? { classes: classList.value.slice(0, LONGEST_CLASSES) } : {}),
    ...(role === undefined ? {} : { role }),
    ...(ariaLabel === null ? {} : { ariaLabel }),
    rect: { x, y, width, height },
    computed: computedOf(element, properties),
    children: childElementCount,
    descendants: Math.min(plain(element).getElementsByTagName('*').length, MOST_DESCENDANTS),
    textLength: textContent?.length ?? 0,
    scrollable,
    ...(scrollable
      ? { scrollInfo: { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } }
      : {}),
    ...locate(element),
    handle: handles.of(element),
  };
}

/** Both spellings of a property are understood: `overflowX` and `overflow-x`. */
function computedOf(element: Element, properties: readonly string[]): Record<string, string> {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    properties.map((name) => [
      name,
      style.getPropertyValue(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)),
    ]),
  );
}
