import type { Data, FillMethod } from '@helve/browser/protocol';
import { Failure } from '../../failure.ts';
import { notActionable, refuseUnusable } from '../pointer/actionable.ts';
import type { PageAction } from '../actions.ts';
import { delay } from '../worker/delay.ts';
import { editableRootOf, pasteOver, readEditable } from '../field/editable.ts';
import { choose, paste, refuseReadOnly, shownValue, tick } from '../field/field.ts';
import { isTextField, isTick } from '../field/text-field.ts';
import { inMainWorld } from '../field/main-world.ts';
import { redrawn } from '../field/redrawn.ts';
import { plain } from '../element/plain.ts';
import { noteTyped } from '../element/secret.ts';
import { findTarget } from '../element/target.ts';

/** Editors that are better asked than written over. */
const EDITORS = '.monaco-editor, .cm-editor, .ql-container, .ProseMirror, [data-lexical-editor]';

/** How long an editor is given to take over what was pasted, and how often it is looked at. */
const REDRAW_MS = 20;

/** By when an editor holds what it was given; some go about it slowly. */
const EDITOR_MS = 1_000;

/** Says that it is filled in only if what was filled in holds exactly the value afterwards. */
export const fill: PageAction<'fill'> = async ({ target, value, world, ...asked }) => {
  const method = asked.method ?? (world && (world === 'main' ? 'runtime-api' : 'paste'));
  refuseMismatch(method, world);
  const element = findTarget(target);
  if (method === 'runtime-api' || (method === undefined && isEditor(element))) {
    const filled = await fillEditor(element, value);
    if (filled) return filled;
    if (method === 'runtime-api') {
      throw new Failure(
        'SCRIPT_ERROR',
        'No editor with an interface of its own was found there',
        'Leave --method out, or use --method paste --world isolated.',
      );
    }
  }
  refuseUnusable(element);
  refuseReadOnly(element);
  if (isTick(element)) return { ...(await tick(element, value)), method: 'click', world: 'isolated' };
  if (element instanceof HTMLSelectElement) return fillList(element, value);
  const text = value.replace(/\r\n?/g, '\n');
  if (isTextField(element)) {
    noteTyped(element, value);
    if (method === 'direct') element.value = value;
    else paste(element, value);
    await redrawn();
    const held = element.value;
    noteTyped(element, held);
    return {
      filled: held === text,
      verifiedValue: shownValue(element, held),
      method: method ?? 'paste',
      world: 'isolated',
    };
  }
  const root = editableRootOf(element);
  if (!root) throw notActionable(element, 'is not a field and cannot be edited');
  if (method === 'direct') root.textContent = value;
  else pasteOver(root, text);
  await delay(REDRAW_MS);
  const held = readEditable(root);
  const filled = held === text.replaceAll('\u00a0', ' ');
  return { filled, verifiedValue: held, method: method ?? 'paste', world: 'isolated' };
};

function isEditor(element: Element): boolean {
  return (
    plain(element).closest(EDITORS) !== null ||
    (!isTextField(element) && plain(element).querySelector(EDITORS) !== null)
  );
}

async function fillEditor(element: Element, value: string): Promise<Data<'fill'> | undefined> {
  if (!(element instanceof HTMLElement)) return undefined;
  const text = value.replace(/\r\n?/g, '\n');
  let result = await inMainWorld({ do: 'write', value: text }, element);
  const end = performance.now() + EDITOR_MS;
  while ('value' in result && result.value !== text && performance.now() < end) {
    await delay(REDRAW_MS);
    result = await inMainWorld({ do: 'read' }, element);
  }
  if (result.editor === undefined) return undefined;
  if ('problem' in result) throw notActionable(element, `belongs to ${result.editor}, which ${result.problem}`);
  const { editor, value: held } = result;
  return { filled: held === text, verifiedValue: held, method: 'runtime-api', world: 'main', editor };
}

function fillList(list: HTMLSelectElement, value: string): Data<'fill'> {
  const option = choose(list, value);
  if (!option) throw notActionable(list, `has no option ${JSON.stringify(value)}`, { options: optionsOf(list) });
  const held = list.selectedOptions[0]?.text.trim() ?? '';
  return { filled: option.selected, verifiedValue: held, method: 'direct', world: 'isolated' };
}

function optionsOf(list: HTMLSelectElement): readonly string[] {
  return [...list.options].map(({ text }) => text.trim()).slice(0, 50);
}

function refuseMismatch(method: FillMethod | undefined, world: string | undefined): void {
  if (world === undefined) return;
  const needed = method === 'runtime-api' ? 'main' : 'isolated';
  if (method !== undefined && world !== needed) {
    throw new Failure('SCRIPT_ERROR', `The method ${method} works in the ${needed} world`, `Use --world ${needed}.`);
  }
}
