import { plain } from './plain.ts';

/** The elements that may have a shadow root; asking for one costs a call into the browser. */
const HOSTS = new Set(
  'ARTICLE ASIDE BLOCKQUOTE BODY DIV FOOTER H1 H2 H3 H4 H5 H6 HEADER MAIN NAV P SECTION SPAN'.split(' '),
);

/** The root that hangs below an element, also one that is closed to the page's own scripts. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  const root = plain(element).shadowRoot ?? closedRootOf(element);
  if (root) seeRoot(root);
  return root;
}

function closedRootOf(element: Element): ShadowRoot | null {
  const { tagName } = plain(element);
  if (!(element instanceof HTMLElement) || !(HOSTS.has(tagName) || tagName.includes('-'))) return null;
  return chrome.dom.openOrClosedShadowRoot(element);
}

let seeRoot: (root: ShadowRoot) => void = () => {};

/** Has something done with every root that is come upon. */
export function onEachRoot(see: (root: ShadowRoot) => void): void {
  seeRoot = see;
}

/** Goes through what is below a node in the tree that a person sees: the shadow tree where there is one, slots with what fills them. */
export function eachChild(node: Element | ShadowRoot, visit: (child: Node) => void): void {
  if (node instanceof HTMLSlotElement) {
    const assigned = node.assignedNodes();
    if (assigned.length > 0) return assigned.forEach(visit);
  }
  if (node instanceof HTMLDetailsElement && !node.open) {
    // Its summary is all that is seen of it.
    const summary = node.querySelector(':scope > summary');
    if (summary) visit(summary);
    return;
  }
  const root = node instanceof Element ? shadowRootOf(node) : null;
  for (let child = plain(root ?? node).firstChild; child; child = plain(child).nextSibling) visit(child);
}

/** Every element below a node, in the order in which a person meets them. */
export function elementsIn(node: Element | ShadowRoot): readonly Element[] {
  const found: Element[] = [];
  const collect = (child: Node) => {
    if (!(child instanceof Element)) return;
    found.push(child);
    eachChild(child, collect);
  };
  eachChild(node, collect);
  return found;
}

/** What an element is in, as a person sees it. */
export function parentOf(element: Element): Element | null {
  const { assignedSlot, parentElement } = plain(element);
  if (assignedSlot) return assignedSlot;
  if (parentElement) return parentElement;
  const root = plain(element).getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** Whether an element is another one or in it, as a person sees them. */
export function isWithin(element: Element, other: Element): boolean {
  for (let each: Element | null = element; each; each = parentOf(each)) if (each === other) return true;
  return false;
}
