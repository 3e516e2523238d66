/** Fields of the page itself: what they hold, and how they come to hold something else. */
import { clickAt } from '../pointer/pointer.ts';
import { makeActionable, notActionable } from '../pointer/actionable.ts';
import { isSecret } from '../element/secret.ts';
import { focusOn } from '../keyboard/focus.ts';
import { Failure } from '../../failure.ts';
import { isTextField, type TextField } from './text-field.ts';

const NOT_TEXT = new Set(['button', 'file', 'hidden', 'image', 'reset', 'submit']);

export function refuseReadOnly(element: Element): void {
  if (element instanceof HTMLInputElement && NOT_TEXT.has(element.type)) {
    const file = element.type === 'file' ? ': use helve browser upload' : '';
    throw notActionable(element, `is of the type ${element.type} and is not filled in${file}`);
  }
  if (isTextField(element) && element.readOnly) throw notActionable(element, 'is read-only');
}

/** What it holds, with dots for what is nobody's to read. */
export function shownValue(element: Element, value: string): string {
  return isSecret(element) ? '•'.repeat(value.length) : value;
}

/**
 * Sets the value past what a framework has laid over it: seen from here, a field has the browser's own property only.
 * So the framework finds a value that it did not set, and takes the event seriously.
 */
export function paste(field: TextField, value: string): void {
  focusOn(field);
  const inputType = 'insertFromPaste';
  const about = { inputType, data: value, bubbles: true, composed: true };
  if (!field.dispatchEvent(new InputEvent('beforeinput', { ...about, cancelable: true }))) return;
  field.value = value;
  field.dispatchEvent(new InputEvent('input', about));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

const TICKED = new Set(['true', 'on', 'yes', '1', 'checked']);
const UNTICKED = new Set(['false', 'off', 'no', '0', 'unchecked', '']);

/** Ticks a box by a click, if it is not so already. */
export async function tick(box: HTMLInputElement, value: string): Promise<{ filled: boolean; verifiedValue: string }> {
  const word = value.trim().toLowerCase();
  if (!TICKED.has(word) && !UNTICKED.has(word)) {
    throw notActionable(box, `is ticked or not: it takes true or false, and not ${JSON.stringify(value)}`);
  }
  const wanted = TICKED.has(word);
  if (box.checked !== wanted) {
    const { point, hit } = await makeActionable(box);
    await clickAt(hit, point, 'left', 1);
  }
  return { filled: box.checked === wanted, verifiedValue: String(box.checked) };
}

/** Options of several groups may have the same text. */
function ambiguous(wanted: string, options: readonly HTMLOptionElement[]): Failure {
  return new Failure(
    'SELECTOR_AMBIGUOUS',
    `${options.length} options have the text ${JSON.stringify(wanted)}`,
    'Give the value of one of them in place of its text.',
    { options: options.map((each) => ({ group: each.closest('optgroup')?.label ?? '', value: each.value })) },
  );
}

/** Chooses an option by its text or its value; says whether there is one. */
export function choose(list: HTMLSelectElement, wanted: string): HTMLOptionElement | undefined {
  const normal = (text: string) => text.replace(/\s+/g, ' ').trim();
  const options = [...list.options];
  const named = options.filter(({ text }) => normal(text) === normal(wanted));
  if (new Set(named.map(({ value }) => value)).size > 1) throw ambiguous(wanted, named);
  const option = named[0] ?? options.find(({ value }) => value === wanted);
  if (!option) return undefined;
  if (option.disabled || option.closest('optgroup')?.disabled) throw notActionable(option, 'is disabled');
  focusOn(list);
  if (list.multiple) option.selected = true;
  else list.selectedIndex = option.index;
  list.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  list.dispatchEvent(new Event('change', { bubbles: true }));
  return option;
}
