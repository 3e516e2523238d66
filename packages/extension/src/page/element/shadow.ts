/** The elements that may have a shadow root; asking for one costs a call into the browser. */
const HOSTS = new Set(
  'ARTICLE ASIDE BLOCKQUOTE BODY DIV FOOTER H1 H2 H3 H4 H5 H6 HEADER MAIN NAV P SECTION SPAN'.split(' '),
);

/** The root that hangs below an element, also one that is closed to the page's own scripts. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  if (element.shadowRoot) return element.shadowRoot;
  if (!(element instanceof HTMLElement) || !(HOSTS.has(element.tagName) || element.tagName.includes('-'))) return null;
  return chrome.dom.openOrClosedShadowRoot(element);
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
  for (let child = (root ?? node).firstChild; child; child = child.nextSibling) visit(child);
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
  if (element.assignedSlot) return element.assignedSlot;
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
