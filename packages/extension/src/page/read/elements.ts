import type { ElementInfo } from '@helve/browser/protocol';
import type { PageAction } from '../actions.ts';
import { handles } from '../element/handles.ts';
import { showsMoreOnHover } from '../element/hovered.ts';
import { isField, isInteractive, looksClickable } from '../element/interactive.ts';
import { shorten } from '../element/name.ts';
import { plain } from '../element/plain.ts';
import { isSecret, valueOf } from '../element/secret.ts';
import { locate } from '../element/selector.ts';
import { shadowRootOf } from '../element/shadow.ts';
import { isInSight, type Sight } from '../element/sight.ts';
import { isDrawing, nameOfDrawn } from '../element/stand-in.ts';
import { isSurface, sizeOf } from '../element/surface.ts';
import { findScope } from '../element/target.ts';
import { collectSeen } from './walk.ts';

export const elements: PageAction<'elements'> = ({ form }) => {
  const { found, frames } = collectSeen(
    findScope(undefined),
    (element, sight) => (isWanted(element, sight, form) && isInSight(element, sight) ? describe(element) : undefined),
    describe,
  );
  return { elements: found, frames };
};

function isWanted(element: Element, { shown, style }: Sight, form: boolean): boolean {
  if (!shown) return false;
  if (form) return isField(element);
  return (
    isInteractive(element) ||
    isSurface(element) ||
    ((looksClickable(element, style) || showsMoreOnHover(element)) && !isDrawing(element))
  );
}

function describe(element: Element): ElementInfo {
  const label = nameOfDrawn(element);
  const { localName } = plain(element);
  const role = plain(element).getAttribute('role');
  const placeholder = plain(element).getAttribute('placeholder');
  return {
    handle: handles.of(element),
    tag: localName,
    ...locate(element),
    ...(role ? { role } : {}),
    ...(label ? { label } : {}),
    ...(placeholder ? { placeholder } : {}),
    ...fieldOf(element),
    ...(isSurface(element) ? sizeOf(element) : {}),
    ...(shadowRootOf(element) ? { hasShadowRoot: true } : {}),
  };
}

function fieldOf(element: Element): Partial<ElementInfo> {
  if (element instanceof HTMLInputElement) {
    const { type, required, disabled, checked } = element;
    return {
      type,
      value: cut(valueOf(element)),
      ...(isSecret(element) ? { masked: true } : {}),
      ...(['checkbox', 'radio'].includes(type) ? { checked } : {}),
      required,
      disabled,
    };
  }
  if (element instanceof HTMLTextAreaElement) {
    const { value, required, disabled } = element;
    return { value: cut(value), required, disabled };
  }
  if (element instanceof HTMLSelectElement) {
    const { value, required, disabled, options } = element;
    return { value: cut(value), required, disabled, options: optionsOf(options) };
  }
  if (isField(element)) return { value: cut(plain(element as HTMLElement).innerText.trim()) };
  return element instanceof HTMLButtonElement ? { disabled: element.disabled } : {};
}

const LONGEST_VALUE = 1_000;
const MOST_OPTIONS = 100;

/** No element may take all the room that a read has. */
function cut(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
}

function optionsOf(options: HTMLOptionsCollection): string[] {
  const texts = [...options].slice(0, MOST_OPTIONS).map(({ text }) => shorten(text, LONGEST_OPTION));
  return options.length > MOST_OPTIONS ? [...texts, `… ${options.length - MOST_OPTIONS} more`] : texts;
}

const LONGEST_OPTION = 100;
