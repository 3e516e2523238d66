/** What keys do in a browser, for a page does not get that from events that are not the browser's own. */
import { page, plain } from '../element/plain.ts';
import { moveCaret } from './caret.ts';
import { copyFrom, pasteInto } from './copy.ts';
import { isTextField, isTick } from '../field/text-field.ts';
import { focusOn, tellOfFocus } from './focus.ts';
import { deleteText, insertLine, insertText, isEditing } from './insert.ts';
import { isCharacter, type Key, keyEvent } from './keys.ts';
import { moveFocus } from './tab-order.ts';

/** Does it, and says in a word what; undefined: nothing. */
export async function keyEffect(element: Element, key: Key): Promise<string | undefined> {
  if (key.key === 'Tab' && !key.ctrlKey && !key.altKey && !key.metaKey) {
    moveFocus(key.shiftKey);
    return 'focus';
  }
  if (key.key === 'Escape') return escape();
  if (isEditing(element) && (key.key === 'Backspace' || key.key === 'Delete')) {
    return deleteText(element, key) ? 'delete' : undefined;
  }
  if (key.ctrlKey || key.metaKey) return shortcut(element, key);
  if (key.key === 'Enter') return enter(element, key);
  if (isEditing(element)) {
    if (isCharacter(key)) {
      if (!plain(element).dispatchEvent(keyEvent('keypress', key))) return undefined;
      return insertText(element, key.key) ? 'insert' : undefined;
    }
    return moveCaret(element, key);
  }
  if (element instanceof HTMLSelectElement) return stepList(element, key);
  if (element instanceof HTMLInputElement && element.type === 'radio') return stepRadio(element, key);
  return scrollBy(key);
}

/** What comes when the key is let go: a space presses what has the focus. */
export function releaseEffect(element: Element, key: Key): string | undefined {
  if (key.key !== ' ' || isEditing(element)) return undefined;
  if (!isTick(element) && !plain(element).matches('button, summary, input, [role="button"]')) return undefined;
  if (plain(element).matches('[role="button"]:not(button, input)')) return undefined;
  tellOfFocus(() => (element as HTMLElement).click());
  return 'click';
}

function enter(element: Element, key: Key): string | undefined {
  if (!plain(element).dispatchEvent(keyEvent('keypress', key))) return undefined;
  if (element instanceof HTMLInputElement && !['button', 'submit', 'reset', 'image', 'file'].includes(element.type)) {
    if (isTextField(element)) element.dispatchEvent(new Event('change', { bubbles: true }));
    return submit(element);
  }
  if (isEditing(element)) return insertLine(element, key) ? 'insert' : undefined;
  if (plain(element).matches('button, a[href], area[href], summary, input')) {
    tellOfFocus(() => (element as HTMLElement).click());
    return 'click';
  }
  return undefined;
}

/** A form is sent by its first button, or, where it has none, if it has one field only. */
function submit({ form }: HTMLInputElement): string | undefined {
  if (!form) return undefined;
  const controls = [...plain(form).elements];
  const button = controls.find((each) => each.matches('button:not([type]), [type="submit"], [type="image"]'));
  if (button instanceof HTMLElement) {
    if (button.matches(':disabled')) return undefined;
    button.click();
    return 'submit';
  }
  const blocking = controls.filter((each) => each instanceof HTMLInputElement && isTextField(each));
  if (blocking.length > 1) return undefined;
  plain(form).requestSubmit();
  return 'submit';
}

function escape(): string | undefined {
  const modal = [...page.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
  if (modal) {
    if (modal.dispatchEvent(new Event('cancel', { cancelable: true }))) modal.close();
    return 'close';
  }
  const popover = [...page.querySelectorAll<HTMLElement>('[popover]:popover-open')].at(-1);
  if (!popover || popover.popover === 'manual') return undefined;
  popover.hidePopover();
  return 'close';
}

/** Commands of text that is edited, by their letters. */
const COMMANDS: Readonly<Record<string, string>> = { z: 'undo', y: 'redo', b: 'bold', i: 'italic', u: 'underline' };

async function shortcut(element: Element, key: Key): Promise<string | undefined> {
  const letter = key.key.toLowerCase();
  if (letter === 'a') {
    if (isTextField(element)) element.select();
    else page.execCommand('selectAll');
    return 'select';
  }
  if (letter === 'c' || letter === 'x') return (await copyFrom(element, letter === 'x')) ? 'copy' : undefined;
  if (!isEditing(element)) return undefined;
  if (letter === 'v') return (await pasteInto(element)) ? 'paste' : undefined;
  const command = letter === 'z' && key.shiftKey ? 'redo' : COMMANDS[letter];
  if (command) return page.execCommand(command) ? command : undefined;
  return moveCaret(element, key);
}

function stepList(list: HTMLSelectElement, { key }: Key): string | undefined {
  const last = list.length - 1;
  const wanted = {
    ArrowUp: list.selectedIndex - 1,
    ArrowDown: list.selectedIndex + 1,
    Home: 0,
    End: last,
  }[key];
  if (wanted === undefined || wanted < 0 || wanted > last) return undefined;
  list.selectedIndex = wanted;
  list.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  list.dispatchEvent(new Event('change', { bubbles: true }));
  return 'select';
}

function stepRadio(radio: HTMLInputElement, { key }: Key): string | undefined {
  const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[key];
  if (step === undefined) return undefined;
  const root = radio.getRootNode() as Document | ShadowRoot;
  const group = [...plain(root).querySelectorAll<HTMLInputElement>('input[type="radio"]')].filter(
    ({ name, form, disabled }) => name === radio.name && form === radio.form && !disabled,
  );
  const next = group.at((group.indexOf(radio) + step) % group.length);
  if (next) focusOn(next);
  next?.click();
  return 'select';
}

function scrollBy({ key, shiftKey }: Key): string | undefined {
  const step = innerHeight * 0.85;
  const by = {
    ArrowUp: [0, -40],
    ArrowDown: [0, 40],
    ArrowLeft: [-40, 0],
    ArrowRight: [40, 0],
    PageUp: [0, -step],
    PageDown: [0, step],
    ' ': [0, shiftKey ? -step : step],
    Home: [0, -page.documentElement.scrollHeight],
    End: [0, page.documentElement.scrollHeight],
  }[key];
  if (!by) return undefined;
  const [left = 0, top = 0] = by;
  const before = [scrollX, scrollY].join();
  scrollTo({ left: scrollX + left, top: scrollY + top, behavior: 'instant' });
  return before === [scrollX, scrollY].join() ? undefined : 'scroll';
}
