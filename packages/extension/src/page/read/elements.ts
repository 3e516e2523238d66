import type { ElementInfo } from '@helve/browser/protocol';
import type { PageAction } from '../actions.ts';
import { handles } from '../element/handles.ts';
import { isField, isInteractive, looksClickable } from '../element/interactive.ts';
import { nameOf, shorten } from '../element/name.ts';
import { isSecret, valueOf } from '../element/secret.ts';
import { locate } from '../element/selector.ts';
import { shadowRootOf } from '../element/shadow.ts';
import { findScope } from '../element/target.ts';
import { collectSeen } from './walk.ts';

export const elements: PageAction<'elements'> = ({ form }) => {
  const { found, frames } = collectSeen(findScope(undefined), (element, { shown, style }) => {
    if (!shown) return undefined;
    const isWanted = form ? isField(element) : isInteractive(element) || looksClickable(element, style);
    return isWanted ? describe(element) : undefined;
  });
  return { elements: found, frames };
};

function describe(element: Element): ElementInfo {
  const label = nameOf(element);
  const role = element.getAttribute('role');
  const placeholder = element.getAttribute('placeholder');
  return {
    handle: handles.of(element),
    tag: element.localName,
    ...locate(element),
    ...(role ? { role } : {}),
    ...(label ? { label } : {}),
    ...(placeholder ? { placeholder } : {}),
    ...fieldOf(element),
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
  if (isField(element)) return { value: cut((element as HTMLElement).innerText.trim()) };
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
