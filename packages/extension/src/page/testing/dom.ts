/**
 * A document in happy-dom, with the parts of a browser that it lacks: computed values, boxes, slots, closed shadow roots.
 * Styles come from the `style` of an element, and its box from `data-box="x y width height"`.
 */
import { vi } from 'vitest';

/** Shows a page. */
export function show(html: string): void {
  roots.length = 0;
  document.body.innerHTML = html;
}

/** The one element that matches, also in shadow roots that `attach` has made. */
export function at(selector: string): Element {
  for (const root of [document, ...roots]) {
    const found = root.querySelector(selector);
    if (found) return found;
  }
  throw new Error(`Nothing matches ${selector}`);
}

/** Gives an element a shadow root. */
export function attach(selector: string, html: string, mode: ShadowRootMode = 'open'): ShadowRoot {
  const host = at(selector);
  const root = host.attachShadow({ mode });
  root.innerHTML = html;
  hosts.set(host, root);
  roots.push(root);
  return root;
}

const hosts = new WeakMap<Element, ShadowRoot>();
const roots: ShadowRoot[] = [];

const INITIAL: Readonly<Record<string, string>> = {
  display: 'inline',
  visibility: 'visible',
  opacity: '1',
  overflowX: 'visible',
  overflowY: 'visible',
  position: 'static',
  clipPath: 'none',
  clip: 'auto',
  color: 'rgb(0, 0, 0)',
  backgroundColor: 'rgba(0, 0, 0, 0)',
  backgroundImage: 'none',
  fontSize: '16px',
  textIndent: '0px',
  cursor: 'auto',
  colorScheme: 'normal',
  filter: 'none',
  maskImage: 'none',
  transform: 'none',
  perspective: 'none',
  contain: 'none',
  direction: 'ltr',
  flexDirection: 'row',
  whiteSpace: 'normal',
  backgroundClip: 'border-box',
  pointerEvents: 'auto',
};

const INHERITED = new Set(['visibility', 'color', 'fontSize', 'textIndent', 'cursor', 'colorScheme']);

const declared = window.getComputedStyle.bind(window);

function computed(element: Element, name: string): string {
  const own = name === 'display' ? '' : (element as HTMLElement).style.getPropertyValue(kebab(name));
  const parent = flatParent(element);
  if (own && own !== 'inherit') return own;
  if (name === 'display') return (element as HTMLElement).style.display || declared(element).display || 'inline';
  return INHERITED.has(name) && parent ? computed(parent, name) : (INITIAL[name] ?? '');
}

function flatParent(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

function ancestors(element: Element): Element[] {
  const parent = flatParent(element);
  return parent ? [element, ...ancestors(parent)] : [element];
}

function kebab(name: string): string {
  return name.replace(/^webkit|[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** As the standard has it. */
function checkVisibility(this: Element, options: CheckVisibilityOptions = {}): boolean {
  const chain = ancestors(this);
  if (!this.isConnected || computed(this, 'display') === 'contents') return false;
  if (chain.some((each) => computed(each, 'display') === 'none')) return false;
  if (options.opacityProperty && chain.some((each) => computed(each, 'opacity') === '0')) return false;
  return !options.visibilityProperty || computed(this, 'visibility') === 'visible';
}

function getBoundingClientRect(this: Element): DOMRect {
  const [x = 10, y = 10, width = 100, height = 20] = (this.getAttribute('data-box') ?? '')
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return new DOMRect(x, y, width, height);
}

function getClientRects(this: Element): DOMRect[] {
  return [this.getBoundingClientRect()];
}

/** Of a text: the box of what it is in, as high as its letters, moved by its indentation. */
function getTextRects(this: Range): DOMRect[] {
  const { startContainer } = this;
  const parent = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  if (!parent) return [];
  const { x, y, width, height } = parent.getBoundingClientRect();
  const letters = Number.parseFloat(computed(parent, 'fontSize')) * 1.2;
  const indent = Number.parseFloat(computed(parent, 'textIndent'));
  return [new DOMRect(x + indent, y, width, Math.min(height, letters))];
}

function assignedSlot(this: Element): HTMLSlotElement | null {
  const root = this.parentElement && hosts.get(this.parentElement);
  const name = this.getAttribute('slot') ?? '';
  return [...(root?.querySelectorAll('slot') ?? [])].find((slot) => slot.name === name) ?? null;
}

function isContentEditable(this: Element): boolean {
  const nearest = this.closest('[contenteditable]');
  return nearest !== null && nearest.getAttribute('contenteditable') !== 'false';
}

Object.defineProperties(Element.prototype, {
  checkVisibility: { value: checkVisibility, configurable: true },
  getBoundingClientRect: { value: getBoundingClientRect, configurable: true },
  getClientRects: { value: getClientRects, configurable: true },
  assignedSlot: { get: assignedSlot, configurable: true },
});
Object.defineProperty(Range.prototype, 'getClientRects', { value: getTextRects, configurable: true });
Object.defineProperty(HTMLElement.prototype, 'isContentEditable', { get: isContentEditable, configurable: true });

Object.defineProperty(Object.getPrototypeOf(document), 'elementsFromPoint', { value: () => [], configurable: true });
vi.stubGlobal('HTMLFrameElement', HTMLIFrameElement);
vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot: (element: Element) => hosts.get(element) ?? null } });
vi.stubGlobal(
  'getComputedStyle',
  (element: Element) => new Proxy({}, { get: (_, name) => computed(element, String(name)) }),
);
