import { handles } from '../element/handles.ts';
import { isEditor } from '../element/interactive.ts';
import { showsMoreOnHover } from '../element/hovered.ts';
import { nameOf, shorten } from '../element/name.ts';
import { plain } from '../element/plain.ts';
import { levelOf } from '../element/role.ts';
import { valueOf } from '../element/secret.ts';
import { sizeOf } from '../element/surface.ts';
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

/** What is acted on though nothing says how: `columnheader "Price" [el4]` */
export function handleLine(element: Element, role: string, label: string): string {
  return nodeLine(role, label, [handles.of(element), ...flagsOf(element)]);
}

/** `canvas "Map" [el2 600x400]` */
export function surfaceLine(element: Element, role: string): string {
  const { width, height } = sizeOf(element);
  return nodeLine(role, controlName(element, false), [handles.of(element), `${width}x${height}`]);
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
  return isLeaf || plain(element).matches('[aria-label], [aria-labelledby], [title]') ? nameOf(element) : '';
}

function flagsOf(element: Element): string[] {
  const flags: string[] = [];
  if (element instanceof HTMLInputElement && element.checked) flags.push('checked');
  const { tagName, parentElement } = plain(element);
  if (tagName === 'SUMMARY') flags.push(parentElement?.hasAttribute('open') ? 'expanded' : 'collapsed');
  if (plain(element).matches(':disabled')) flags.push('disabled');
  if (plain(element).matches('[draggable="true"]')) flags.push('draggable');
  if (showsMoreOnHover(element)) flags.push('hover');
  for (const name of plain(element).getAttributeNames()) {
    if (name === 'required' || name === 'readonly') flags.push(name);
    else if (name.startsWith('aria-')) {
      const value = plain(element).getAttribute(name) ?? '';
      const flag = ARIA[name]?.[value];
      if (flag !== undefined) flags.push(flag);
    }
  }
  if (plain(element).matches(':focus')) flags.push('focused');
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
  'aria-sort': { ascending: 'ascending', descending: 'descending' },
  'aria-current': { true: 'current', page: 'current', step: 'current', date: 'current', location: 'current' },
};

/** What a person has put in, as far as it may be read. */
function shownValue(element: Element): string {
  if (element instanceof HTMLSelectElement) {
    return [...element.selectedOptions].map(({ text }) => text.trim()).join(', ');
  }
  if (element instanceof HTMLInputElement) {
    if (element.type === 'file') return [...(element.files ?? [])].map(({ name }) => name).join(', ');
    return VALUELESS.has(element.type) ? '' : valueOf(element);
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (isEditor(element)) return plain(element as HTMLElement).innerText;
  return plain(element).getAttribute('aria-valuetext') ?? plain(element).getAttribute('aria-valuenow') ?? '';
}
