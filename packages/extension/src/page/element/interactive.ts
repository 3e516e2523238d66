import { parentOf } from './shadow.ts';

const ROLES = new Set([
  'button',
  'checkbox',
  'combobox',
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
    isField(element) || element.matches('button, a[href], summary, [tabindex]:not([tabindex="-1"])') || hasRole(element)
  );
}

/** Whether it looks to a person as if it could be clicked, though nothing but its looks says so. */
export function looksClickable(element: Element, { cursor }: CSSStyleDeclaration): boolean {
  if (cursor !== 'pointer' || element.tagName === 'LABEL') return false;
  const parent = parentOf(element);
  // What is in something that can be clicked has its cursor; the whole is meant.
  if (!parent || getComputedStyle(parent).cursor === 'pointer') return false;
  return element.querySelector(CONTROLS) === null;
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, label, [tabindex], [role]';

/** Whether it is filled in. */
export function isField(element: Element): boolean {
  return (
    element.matches('input:not([type="hidden"]), textarea, select') ||
    (element instanceof HTMLElement && element.isContentEditable && !element.parentElement?.isContentEditable)
  );
}

function hasRole(element: Element): boolean {
  return ROLES.has(element.getAttribute('role') ?? '');
}
