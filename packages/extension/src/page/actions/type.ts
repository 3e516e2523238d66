import { notActionable, refuseUnusable } from '../actionable.ts';
import type { PageAction } from '../call.ts';
import { delay } from '../delay.ts';
import { editableRootOf, readEditable } from '../editable.ts';
import { isTextField, refuseReadOnly, shownValue } from '../field.ts';
import { deepActiveElement, focusOn } from '../focus.ts';
import { isEditing } from '../insert.ts';
import { characterKey } from '../keys.ts';
import { pressKey } from '../press-key.ts';
import { findTarget } from '../target.ts';

/** What a framework takes to draw a field anew. */
const REDRAW_MS = 20;

/** Goes on in the middle of a long text after a moment, so that the page can follow. */
const AT_ONCE = 50;

export const type: PageAction<'type'> = async ({ target, text }) => {
  const element = target === undefined ? deepActiveElement() : findTarget(target);
  refuseUnusable(element);
  refuseReadOnly(element);
  const field = isTextField(element) ? element : editableRootOf(element);
  if (!field || !isEditing(field)) throw notActionable(element, 'is no field and cannot be edited');
  if (target !== undefined) putCaretAtEnd(field);
  const before = read(field);
  const characters = Array.from(text.replace(/\r\n?/g, '\n'));
  for (const [index, character] of characters.entries()) {
    pressKey(characterKey(character));
    if (index % AT_ONCE === AT_ONCE - 1) await delay(1);
  }
  await delay(REDRAW_MS);
  const value = read(field);
  const added = value.length - before.length;
  const typed = value !== before && value.includes(text) && added <= text.length;
  return { typed: typed || text === '', value: shownValue(field, value) };
};

function read(field: HTMLElement): string {
  return isTextField(field) ? field.value : readEditable(field);
}

function putCaretAtEnd(field: HTMLElement): void {
  focusOn(field);
  if (isTextField(field)) {
    // Fields for numbers and dates have no caret that a page may set.
    if (field.selectionStart !== null) field.setSelectionRange(field.value.length, field.value.length);
    return;
  }
  const selection = getSelection();
  selection?.selectAllChildren(field);
  selection?.collapseToEnd();
  document.dispatchEvent(new Event('selectionchange'));
}
