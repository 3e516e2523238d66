import { makeActionable, notActionable, refuseUnusable } from '../pointer/actionable.ts';
import { clickAt } from '../pointer/pointer.ts';
import type { PageAction } from '../actions.ts';
import { delay } from '../worker/delay.ts';
import { editableRootOf, readEditable } from '../field/editable.ts';
import { refuseReadOnly, shownValue } from '../field/field.ts';
import { isTextField } from '../field/text-field.ts';
import { deepActiveElement, focusOn } from '../keyboard/focus.ts';
import { isEditing } from '../keyboard/insert.ts';
import { characterKey } from '../keyboard/keys.ts';
import { pressKey } from '../keyboard/press-key.ts';
import type { MainResult } from '../../main-message.ts';
import { inMainWorld } from '../field/main-world.ts';
import { Aftermath } from './settle.ts';
import { page, plain } from '../element/plain.ts';
import { noteTyped } from '../element/secret.ts';
import { findTarget } from '../element/target.ts';
import { nextTurn } from '../turn.ts';

const SETTLE_MS = 1_200;

/** What a framework takes to draw a field anew. */
const REDRAW_MS = 20;

/** What is no field, but may become one. */
const TAKES_KEYS = 'td, th, canvas, [role="gridcell"], [role="cell"], [role="grid"], [role="application"]';

/** Editors that heed no keys but the browser's own. */
const DEAF = '.monaco-editor';

export const type: PageAction<'type'> = async ({ target, text }) => {
  const element = target === undefined ? deepActiveElement() : findTarget(target);
  const deaf = plain(element).closest(DEAF) ?? (isTextField(element) ? null : plain(element).querySelector(DEAF));
  if (deaf instanceof HTMLElement) return typeInEditor(deaf, text, target !== undefined);
  refuseUnusable(element);
  refuseReadOnly(element);
  if (target !== undefined) await putCaretAtEnd(element);
  else if (element === page.body && !isEditing(element))
    throw notActionable(element, 'cannot be typed in: nothing has the focus');
  const aftermath = new Aftermath();
  const typed = await typeKeys(text.replace(/\r\n?/g, '\n'));
  // A list that is searched as one types, say, is drawn then.
  await aftermath.settled(SETTLE_MS);
  return typed();
};

/**
 * Types where the focus is, which the page may move: a table opens an editor at the first key, and the fields of a code pass it
 * on. Gives a way to see what became of it.
 */
async function typeKeys(text: string): Promise<() => { typed: boolean; value: string }> {
  const before = new Map<HTMLElement, string>();
  const letters = Array.from(text);
  const note = (element: Element, from: number) => {
    const field = fieldOf(element);
    if (!field || before.has(field)) return;
    before.set(field, read(field));
    // As far as the next key that leaves the field.
    noteTyped(field, read(field) + (/^[^\n\t]*/.exec(letters.slice(from).join(''))?.[0] ?? ''));
  };
  note(deepActiveElement(), 0);
  let handled = 0;
  for (const [index, character] of letters.entries()) {
    const { at, prevented } = await pressKey(characterKey(character));
    if (prevented) handled++;
    // Nothing was in a field that opened for the key.
    else if (at instanceof HTMLElement && !before.has(fieldOf(at) ?? at)) before.set(fieldOf(at) ?? at, '');
    note(deepActiveElement(), index + 1);
  }
  return () => {
    for (const field of before.keys()) if (isEditing(field)) noteTyped(field, read(field));
    const fields = [...before.keys()].filter(
      (field) => isEditing(field) && (read(field) !== before.get(field) || before.size === 1),
    );
    const was = fields.map((field) => before.get(field)).join('');
    const value = fields.map(read).join('');
    const shown = fields.map((field) => shownValue(field, read(field))).join('');
    // Keys that a page handles itself, as a game does, are not for a field.
    const isHandled = fields.length === 0 && handled > 0;
    return { typed: isHandled || isAdded(text, was, value), value: shown };
  };
}

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

/** Whether it holds the text now and did not before, and no more than that was added, but for brackets that close by themselves. */
function isAdded(text: string, before: string, value: string): boolean {
  const most = text.length + (text.match(/[([{<"'`]/g)?.length ?? 0);
  return text === '' || (value !== before && value.includes(text) && value.length - before.length <= most);
}

function fieldOf(element: Element): HTMLElement | undefined {
  if (isTextField(element)) return element;
  return element instanceof HTMLElement && element.isContentEditable ? editableRootOf(element) : undefined;
}

function read(field: HTMLElement): string {
  return isTextField(field) ? field.value : readEditable(field);
}

/** The cell of a table may take keys once it is clicked. */
async function putCaretAtEnd(element: Element): Promise<void> {
  const field = isTextField(element) ? element : editableRootOf(element);
  if (field && isEditing(field)) {
    focusOn(field);
    if (!isTextField(field)) {
      const selection = getSelection();
      selection?.selectAllChildren(field);
      selection?.collapseToEnd();
      page.dispatchEvent(new Event('selectionchange'));
    } else if (field.selectionStart !== null) {
      // Fields for numbers and dates have no caret that a page may set.
      field.setSelectionRange(field.value.length, field.value.length);
    }
  } else {
    // What a click on would do something else is no place for text.
    const takesKeys = element instanceof HTMLElement && plain(element).matches(TAKES_KEYS);
    if (!takesKeys) throw notActionable(element, 'is not a field and cannot be edited');
    const { point, hit } = await makeActionable(element);
    await clickAt(hit, point, 'left', 1);
  }
  await nextTurn();
}
