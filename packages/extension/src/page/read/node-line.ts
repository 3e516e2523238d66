import { handles } from '../element/handles.ts';
import { nameOf, shorten } from '../element/name.ts';
import { levelOf } from '../element/role.ts';
import { isSecret, MASK } from '../element/secret.ts';
import { quote } from './tree.ts';

const LONGEST_VALUE = 80;

/** Input types whose value is not what a person sees in them. */
const VALUELESS = new Set(['checkbox', 'radio', 'submit', 'button', 'reset', 'image', 'file', 'hidden']);

/** What can be acted on, in a line: `textbox "Name" [el3 required]: "Ada"`. */
export function controlLine(element: Element, role: string, name: string): string {
  const line = nodeLine(role, name, [handles.of(element), ...flagsOf(element)]);
  const value = shownValue(element);
  return value ? `${line}: ${quote(shorten(value, LONGEST_VALUE))}` : line;
}

/** A part of the page that is scrolled by itself, by its handle. */
export function scrollerLine(element: Element, role: string, label: string): string {
  return nodeLine(role, label, [handles.of(element), 'scrollable']);
}

/** `heading "Prices" [level=2]` */
export function headingLine(element: Element, text: string | undefined): string {
  return nodeLine('heading', text ?? '', [`level=${levelOf(element)}`]);
}

export function nodeLine(role: string, name: string, flags: readonly string[] = []): string {
  return [role, name && quote(name), flags.length > 0 && `[${flags.join(' ')}]`].filter(Boolean).join(' ');
}

/** The name of a control; one that has others in it is not named by all their words. */
export function controlName(element: Element, isLeaf: boolean): string {
  return isLeaf || element.matches('[aria-label], [aria-labelledby], [title]') ? nameOf(element) : '';
}

function flagsOf(element: Element): string[] {
  const flags: string[] = [];
  if (element instanceof HTMLInputElement && element.checked) flags.push('checked');
  if (element.tagName === 'SUMMARY') flags.push(element.parentElement?.hasAttribute('open') ? 'expanded' : 'collapsed');
  if (element.matches(':disabled')) flags.push('disabled');
  for (const name of element.getAttributeNames()) {
    if (name === 'required' || name === 'readonly') flags.push(name);
    else if (name.startsWith('aria-')) {
      const value = element.getAttribute(name) ?? '';
      const flag = ARIA[name]?.[value];
      if (flag !== undefined) flags.push(flag);
    }
  }
  if (element.matches(':focus')) flags.push('focused');
  return [...new Set(flags)];
}

const ARIA: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'aria-checked': { true: 'checked', mixed: 'mixed' },
  'aria-selected': { true: 'selected' },
  'aria-pressed': { true: 'pressed' },
  'aria-expanded': { true: 'expanded', false: 'collapsed' },
  'aria-disabled': { true: 'disabled' },
  'aria-required': { true: 'required' },
  'aria-readonly': { true: 'readonly' },
};

/** What a person has put in, as far as it may be read. */
function shownValue(element: Element): string {
  if (element instanceof HTMLSelectElement) {
    return [...element.selectedOptions].map(({ text }) => text.trim()).join(', ');
  }
  if (element instanceof HTMLInputElement) {
    if (VALUELESS.has(element.type)) return '';
    return element.value !== '' && isSecret(element) ? MASK : element.value;
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  return element instanceof HTMLElement && element.isContentEditable ? element.innerText : '';
}
