import type { Route } from '@helve/browser/protocol';
import { plain } from './plain.ts';

const ATTRIBUTES = ['data-testid', 'data-test', 'name', 'aria-label', 'placeholder', 'href', 'type'];

/** How to name an element so that only it is meant: a selector, or a way through shadow roots. */
export function locate(element: Element): { readonly selector: string } | { readonly route: Route } {
  const hosts: Route['hosts'] = [];
  const target = selectorIn(element);
  for (let root = plain(element).getRootNode(); root instanceof ShadowRoot; root = plain(root.host).getRootNode()) {
    hosts.unshift({ selector: selectorIn(root.host) });
  }
  return hosts.length === 0 ? { selector: target } : { route: { hosts, target } };
}

/** A selector that matches only this element in its document or shadow root. */
function selectorIn(element: Element): string {
  const root = plain(element).getRootNode() as Document | ShadowRoot;
  const counts = countsIn(root);
  let path = '';
  for (let each: Element | null = element; each; each = plain(each).parentElement) {
    const anchor = [...candidates(each), CSS.escape(plain(each).localName)].find(
      (selector) => counts.get(selector) === 1,
    );
    if (anchor !== undefined) return anchor + path;
    path = ` > ${step(each)}${path}`;
  }
  return root instanceof ShadowRoot ? `:host${path}` : path.slice(' > '.length);
}

/** What was counted in this read, which is over before anything else happens in the page. */
interface Count {
  /** How often each candidate matches, by root. */
  readonly matches: Map<Node, ReadonlyMap<string, number>>;
  /** The numbers of elements among their siblings, by parent. */
  readonly places: Map<Node, ReadonlyMap<Element, number>>;
}

let counted: Count | undefined;

function startCount(): Count {
  queueMicrotask(() => {
    counted = undefined;
  });
  return { matches: new Map(), places: new Map() };
}

/** To ask the page for each candidate of each element would take long in a large one. */
function countsIn(root: Document | ShadowRoot): ReadonlyMap<string, number> {
  counted ??= startCount();
  const known = counted.matches.get(root);
  if (known) return known;
  const counts = new Map<string, number>();
  for (const element of plain(root).querySelectorAll('*')) {
    for (const selector of [...candidates(element), CSS.escape(plain(element).localName)]) {
      counts.set(selector, (counts.get(selector) ?? 0) + 1);
    }
  }
  counted.matches.set(root, counts);
  return counts;
}

function candidates(element: Element): string[] {
  const found: string[] = [];
  const { id, localName } = plain(element);
  if (id) found.push(`#${CSS.escape(id)}`);
  for (const name of ATTRIBUTES) {
    const value = plain(element).getAttribute(name);
    if (value && value.length < 200) found.push(`${CSS.escape(localName)}[${name}="${CSS.escape(value)}"]`);
  }
  return found;
}

function step(element: Element): string {
  const tag = CSS.escape(plain(element).localName);
  const place = placeOf(element);
  return place === undefined ? tag : `${tag}:nth-of-type(${place})`;
}

/** Its number among its siblings with the same tag; absent for the only one. */
function placeOf(element: Element): number | undefined {
  const parent = plain(element).parentNode;
  if (!parent) return undefined;
  counted ??= startCount();
  const places = counted.places.get(parent) ?? placesIn(parent);
  counted.places.set(parent, places);
  return places.get(element);
}

/** To go through all siblings for each of them would take long where there are many. */
function placesIn(parent: ParentNode): ReadonlyMap<Element, number> {
  const alike = new Map<string, Element[]>();
  for (let each = plain(parent).firstElementChild; each; each = plain(each).nextElementSibling) {
    const { localName } = plain(each);
    const others = alike.get(localName);
    if (others) others.push(each);
    else alike.set(localName, [each]);
  }
  const several = [...alike.values()].filter(({ length }) => length > 1);
  return new Map(several.flatMap((elements) => elements.map((each, index) => [each, index + 1] as const)));
}
