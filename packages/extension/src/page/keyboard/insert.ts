/** Text goes where the caret is, and the page hears of it as if it had been typed. */
import { isTextField } from '../field/field.ts';

export function isEditing(element: Element): boolean {
  return isTextField(element) || (element instanceof HTMLElement && element.isContentEditable);
}

/** Says whether something came of it. */
export function insertText(element: Element, text: string): boolean {
  if (refuses(element, 'insertText', text)) return true;
  return document.execCommand('insertText', false, text) || splice(element, text, 'insertText');
}

export function insertLine(element: Element): boolean {
  if (element instanceof HTMLTextAreaElement) {
    if (refuses(element, 'insertLineBreak', null)) return true;
    return document.execCommand('insertText', false, '\n') || splice(element, '\n', 'insertLineBreak');
  }
  if (refuses(element, 'insertParagraph', null)) return true;
  return document.execCommand('insertParagraph');
}

export function deleteText(element: Element, forward: boolean): boolean {
  if (refuses(element, forward ? 'deleteContentForward' : 'deleteContentBackward', null)) return true;
  return document.execCommand(forward ? 'forwardDelete' : 'delete');
}

/** The browser announces what a person types; of what we do it tells only afterwards. An editor may do it itself instead. */
function refuses(element: Element, inputType: string, data: string | null): boolean {
  const init = { inputType, data, bubbles: true, cancelable: true, composed: true };
  return !element.dispatchEvent(new InputEvent('beforeinput', init));
}

/** Some fields, as those for numbers, have no caret that could be used. */
function splice(element: Element, text: string, inputType: string): boolean {
  if (!isTextField(element) || element.readOnly) return false;
  element.value += text;
  element.dispatchEvent(new InputEvent('input', { inputType, data: text, bubbles: true, composed: true }));
  return true;
}
