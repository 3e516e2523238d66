import { plain } from './plain.ts';
import { eachChild, parentOf } from './shadow.ts';

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

/** Whether it looks to a person as if it could be clicked, though nothing but its looks says so. */
export function looksClickable(element: Element, { cursor }: CSSStyleDeclaration): boolean {
  if (cursor !== 'pointer' || (element instanceof HTMLLabelElement && element.control)) return false;
  const parent = parentOf(element);
  // What is in something that can be clicked has its cursor; the whole is meant.
  if (!parent || getComputedStyle(parent).cursor === 'pointer') return false;
  return !hasControl(element);
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, label, [tabindex], [role]';

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
