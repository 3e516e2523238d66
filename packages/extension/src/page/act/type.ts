import { notActionable, refuseUnusable } from '../pointer/actionable.ts';
import type { PageAction } from '../actions.ts';
import { delay } from '../worker/delay.ts';
import { editableRootOf, readEditable } from '../field/editable.ts';
import { isTextField, refuseReadOnly, shownValue } from '../field/field.ts';
import { deepActiveElement, focusOn } from '../keyboard/focus.ts';
import { isEditing } from '../keyboard/insert.ts';
import { characterKey } from '../keyboard/keys.ts';
import { pressKey } from '../keyboard/press-key.ts';
import type { MainResult } from '../../main-message.ts';
import { inMainWorld } from '../field/main-world.ts';
import { findTarget } from '../element/target.ts';

/** What a framework takes to draw a field anew. */
const REDRAW_MS = 20;

/** Goes on in the middle of a long text after a moment, so that the page can follow. */
const AT_ONCE = 50;

/** Editors that heed no keys but the browser's own. */
const DEAF = '.monaco-editor';

export const type: PageAction<'type'> = async ({ target, text }) => {
  const element = target === undefined ? deepActiveElement() : findTarget(target);
  const deaf = element.closest(DEAF) ?? (isTextField(element) ? null : element.querySelector(DEAF));
  if (deaf instanceof HTMLElement) return typeInEditor(deaf, text, target !== undefined);
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
  return { typed: isAdded(text, before, value), value: shownValue(field, value) };
};

async function typeInEditor(element: HTMLElement, given: string, atEnd: boolean) {
  refuseUnusable(element);
  const text = given.replace(/\r\n?/g, '\n');
  const before = held(element, await inMainWorld({ do: 'read' }, element));
  await inMainWorld({ do: 'type', value: text, atEnd }, element).then((result) => held(element, result));
  await delay(REDRAW_MS);
  const value = held(element, await inMainWorld({ do: 'read' }, element));
  return { typed: isAdded(text, before, value), value };
}

/** What an editor says that it holds. */
function held(element: HTMLElement, result: MainResult): string {
  if (result.editor === undefined) throw notActionable(element, 'is an editor that cannot be reached');
  if ('problem' in result) throw notActionable(element, `belongs to ${result.editor}, which ${result.problem}`);
  return result.value;
}

/** Whether it holds the text now and did not before, and no more than that was added. */
function isAdded(text: string, before: string, value: string): boolean {
  return text === '' || (value !== before && value.includes(text) && value.length - before.length <= text.length);
}

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
