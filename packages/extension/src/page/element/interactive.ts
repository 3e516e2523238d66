import { plain } from './plain.ts';
import { eachChild, parentOf, shadowRootOf } from './shadow.ts';

const ROLES = new Set([
  'button',
  'checkbox',
  'combobox',
  'gridcell',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);

/** Whether a person could act on it. */
export function isInteractive(element: Element): boolean {
  return (
    isField(element) ||
    plain(element).matches('button, a[href], area[href], summary, [tabindex]:not([tabindex="-1"])') ||
    hasRole(element)
  );
}

/** Whether a person could click, drag or point at it, though it has no role that says so. */
export function looksClickable(element: Element, { cursor }: CSSStyleDeclaration): boolean {
  if (element instanceof HTMLLabelElement && element.control) return false;
  // A component passes on what happens to the control in it, which has a handle.
  if (plain(element).matches(HANDLED)) return !shadowRootOf(element) || !hasControl(element);
  // Edges of columns are in every header.
  if (cursor.endsWith('-resize') && plain(element).closest(CELLS)) return false;
  if (!CURSORS.test(cursor) || plain(element).matches(LISTS)) return false;
  const parent = parentOf(element);
  // What is in something that can be clicked has its cursor; the whole is meant, unless that is a mere list.
  if (!parent || (getComputedStyle(parent).cursor === cursor && !plain(parent).matches(LISTS))) return false;
  return !hasControl(element) || isCard(element);
}

/** Whether it has words of its own beside the controls in it, so that it is no mere wrapper of those. */
function isCard(element: Element): boolean {
  return !shadowRootOf(element) && !plain(element).closest(CELLS) && hasOwnWords(element);
}

const CELLS = 'td, th, [role="columnheader"], [role="rowheader"], [role="gridcell"]';

function hasOwnWords(element: Element): boolean {
  let has = false;
  eachChild(element, (child) => {
    if (child instanceof Text) has ||= child.data.trim() !== '';
    else if (child instanceof Element && !plain(child).matches(`${CONTROLS}, script, style`))
      has ||= hasOwnWords(child);
  });
  return has;
}

/** Whether there is more in it than its name would say: controls of their own, or a long text. */
export function holdsMore(element: Element): boolean {
  return hasControl(element) || (plain(element).textContent ?? '').length > LONGEST_NAME;
}

const LONGEST_NAME = 80;

/** What says in the page itself that something happens there. */
const HANDLED = '[draggable="true"], [onclick], [ondblclick], [onmousedown], [onpointerdown], [oncontextmenu]';

/** Cursors that pages show over what can be clicked, dragged or drawn larger. */
const CURSORS = /^(?:pointer|grab|grabbing|move|copy|cell|crosshair|zoom-in|zoom-out|all-scroll|.*-resize)$|^url\(/;

const LISTS = 'ul, ol, dl, tbody, table, menu';

const CONTROLS = 'a[href], button, input, select, textarea, summary, label, [tabindex], [role], [draggable="true"]';

/** Whether something with a meaning of its own is in it, also in shadow trees. */
function hasControl(element: Element): boolean {
  let has = false;
  eachChild(element, (child) => {
    has ||= child instanceof Element && (plain(child).matches(CONTROLS) || hasControl(child));
  });
  return has;
}

/** Whether it is filled in. */
export function isField(element: Element): boolean {
  return plain(element).matches('input:not([type="hidden"]), textarea, select') || isEditor(element);
}

/** Whether it is text that is edited in place, and no part of such a text. */
export function isEditor(element: Element): boolean {
  if (!(element instanceof HTMLElement) || !plain(element).isContentEditable) return false;
  return !plain(element).parentElement?.isContentEditable;
}

function hasRole(element: Element): boolean {
  return ROLES.has(plain(element).getAttribute('role') ?? '');
}
