/** Text goes where the caret is, and the page hears of it as if it had been typed. */
import { page, plain } from '../element/plain.ts';
import { isTextField } from '../field/text-field.ts';
import type { Key } from './keys.ts';

export function isEditing(element: Element): boolean {
  return isTextField(element) || (element instanceof HTMLElement && plain(element).isContentEditable);
}

/** Says whether something came of it. */
export function insertText(element: Element, text: string): boolean {
  if (refuses(element, 'insertText', text)) return true;
  return page.execCommand('insertText', false, text) || splice(element, text, 'insertText');
}

export function insertLine(element: Element, { shiftKey }: Pick<Key, 'shiftKey'>): boolean {
  if (element instanceof HTMLTextAreaElement) {
    if (refuses(element, 'insertLineBreak', null)) return true;
    return page.execCommand('insertText', false, '\n') || splice(element, '\n', 'insertLineBreak');
  }
  if (shiftKey) return refuses(element, 'insertLineBreak', null) || page.execCommand('insertLineBreak');
  if (refuses(element, 'insertParagraph', null)) return true;
  return page.execCommand('insertParagraph');
}

/** A character, the selection, or with Control a word. */
export function deleteText(element: Element, { key, ctrlKey, altKey }: Key): boolean {
  const forward = key === 'Delete';
  const byWord = ctrlKey || altKey;
  const inputType = `delete${byWord ? 'Word' : 'Content'}${forward ? 'Forward' : 'Backward'}`;
  if (refuses(element, inputType, null)) return true;
  const selection = getSelection();
  const isCaret = isTextField(element) ? element.selectionStart === element.selectionEnd : selection?.isCollapsed;
  if (byWord && isCaret) selection?.modify('extend', forward ? 'forward' : 'backward', 'word');
  return page.execCommand(forward ? 'forwardDelete' : 'delete');
}

/** As a paste does it. */
export function insertPasted(element: Element, text: string): boolean {
  if (refuses(element, 'insertFromPaste', text)) return true;
  return page.execCommand('insertText', false, text) || splice(element, text, 'insertFromPaste');
}

/** The browser announces what a person types; of what we do it tells only afterwards. An editor may do it itself instead. */
function refuses(element: Element, inputType: string, data: string | null): boolean {
  const init = { inputType, data, bubbles: true, cancelable: true, composed: true };
  return !plain(element).dispatchEvent(new InputEvent('beforeinput', init));
}

/** Some fields, as those for numbers, have no caret that could be used. */
function splice(element: Element, text: string, inputType: string): boolean {
  if (!isTextField(element) || element.readOnly) return false;
  element.value += text;
  element.dispatchEvent(new InputEvent('input', { inputType, data: text, bubbles: true, composed: true }));
  return true;
}
