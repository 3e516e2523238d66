import type { Route } from '@helve/browser/protocol';

const ATTRIBUTES = ['data-testid', 'data-test', 'name', 'aria-label', 'placeholder', 'href', 'type'];

/** How to name an element so that only it is meant: a selector, or a way through shadow roots. */
export function locate(element: Element): { readonly selector: string } | { readonly route: Route } {
  const hosts: Route['hosts'] = [];
  const target = selectorIn(element);
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
    hosts.unshift({ selector: selectorIn(root.host) });
  }
  return hosts.length === 0 ? { selector: target } : { route: { hosts, target } };
}

/** A selector that matches only this element in its document or shadow root. */
function selectorIn(element: Element): string {
  const root = element.getRootNode() as Document | ShadowRoot;
  const counts = countsIn(root);
  let path = '';
  for (let each: Element | null = element; each; each = each.parentElement) {
    const anchor = [...candidates(each), CSS.escape(each.localName)].find((selector) => counts.get(selector) === 1);
    if (anchor !== undefined) return anchor + path;
    path = ` > ${step(each)}${path}`;
  }
  return root instanceof ShadowRoot ? `:host${path}` : path.slice(' > '.length);
}

/** How often each candidate matches, by root; a read is over before anything else happens in the page. */
let counted: Map<Node, ReadonlyMap<string, number>> | undefined;

/** To ask the page for each candidate of each element would take long in a large one. */
function countsIn(root: Document | ShadowRoot): ReadonlyMap<string, number> {
  if (!counted) {
    counted = new Map();
    queueMicrotask(() => {
      counted = undefined;
    });
  }
  const known = counted.get(root);
  if (known) return known;
  const counts = new Map<string, number>();
  for (const element of root.querySelectorAll('*')) {
    for (const selector of [...candidates(element), CSS.escape(element.localName)]) {
      counts.set(selector, (counts.get(selector) ?? 0) + 1);
    }
  }
  counted.set(root, counts);
  return counts;
}

function candidates(element: Element): string[] {
  const found: string[] = [];
  if (element.id) found.push(`#${CSS.escape(element.id)}`);
  for (const name of ATTRIBUTES) {
    const value = element.getAttribute(name);
    if (value && value.length < 200) found.push(`${CSS.escape(element.localName)}[${name}="${CSS.escape(value)}"]`);
  }
  return found;
}

function step(element: Element): string {
  const tag = CSS.escape(element.localName);
  let [before, alike] = [0, 0];
  for (let each = element.parentNode?.firstElementChild; each; each = each.nextElementSibling) {
    if (each === element) before = alike;
    if (each.localName === element.localName) alike++;
  }
  return alike > 1 ? `${tag}:nth-of-type(${before + 1})` : tag;
}
