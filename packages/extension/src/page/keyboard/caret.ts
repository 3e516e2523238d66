import { isTextField } from '../field/text-field.ts';
import type { Key } from './keys.ts';

const STEPS: Readonly<Record<string, readonly [alter: 'backward' | 'forward', granularity: string]>> = {
  ArrowLeft: ['backward', 'character'],
  ArrowRight: ['forward', 'character'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
};

/** With Control. */
const FURTHER: Readonly<Record<string, string>> = { character: 'word', lineboundary: 'documentboundary' };

/** Moves the caret, or with Shift the end of the selection, as the arrow keys do. */
export function moveCaret(element: Element, { key, shiftKey, ctrlKey }: Key): string | undefined {
  const plain = STEPS[key];
  if (!plain) return undefined;
  const [alter, granularity] = plain;
  const step = [alter, ctrlKey ? (FURTHER[granularity] ?? granularity) : granularity] as const;
  if (element instanceof HTMLInputElement && (element.type === 'number' || element.type === 'range')) {
    return stepNumber(element, key);
  }
  // The selection that the page sees is also that of a field with the focus.
  getSelection()?.modify(shiftKey ? 'extend' : 'move', ...step);
  if (isTextField(element) && !shiftKey) moveInField(element, key);
  return shiftKey ? 'select' : 'caret';
}

function moveInField(field: HTMLInputElement | HTMLTextAreaElement, key: string): void {
  if (field.selectionStart === null || field.selectionEnd === null) return;
  if (field instanceof HTMLTextAreaElement && (key === 'ArrowUp' || key === 'ArrowDown')) return;
  if (key === 'ArrowUp') field.setSelectionRange(0, 0);
  if (key === 'ArrowDown') field.setSelectionRange(field.value.length, field.value.length);
}

function stepNumber(field: HTMLInputElement, key: string): string | undefined {
  const up = key === 'ArrowUp' || (field.type === 'range' && key === 'ArrowRight');
  const down = key === 'ArrowDown' || (field.type === 'range' && key === 'ArrowLeft');
  if (!up && !down) return undefined;
  if (up) field.stepUp();
  else field.stepDown();
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return 'step';
}
