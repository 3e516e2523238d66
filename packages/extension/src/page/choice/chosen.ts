/** Whether a list that a page made itself shows what was chosen in it. */
import { eachChild, elementsIn, parentOf } from '../element/shadow.ts';
import { isField } from '../element/interactive.ts';
import { isRendered } from '../element/visible.ts';
import { normal } from './until.ts';

interface Choice {
  readonly trigger: Element;
  readonly option: Element;
  readonly optionText: string;
  /** What was shown before. */
  readonly before: string;
}

export function isChosen({ trigger, option, optionText, before }: Choice): boolean {
  const wanted = normal(optionText).toLowerCase();
  const now = shownBy(trigger).toLowerCase();
  if (now !== before.toLowerCase() && now.includes(wanted)) return true;
  const own = option.closest('[role="option"]') ?? option;
  if (own.isConnected && ['aria-selected', 'aria-checked'].some((name) => own.getAttribute(name) === 'true')) {
    return isRendered(own);
  }
  // It was chosen already, and the list is closed again.
  return now.includes(wanted) && !isRendered(option);
}

/** How far around the trigger its value may be shown. */
const MOST_STEPS = 6;

/** The words in and around what opens the list, as far as nothing else is chosen there. */
export function shownBy(trigger: Element): string {
  let widest = trigger;
  let around: Element | null = trigger;
  for (let step = 0; step < MOST_STEPS; step++) {
    around = around && parentOf(around);
    if (!around || around === document.body || hasOthers(around, trigger)) break;
    widest = around;
  }
  const words: string[] = [];
  const read = (node: Node) => {
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) words.push(node.value);
    else if (node instanceof Text) words.push(node.data);
    if (!(node instanceof Element) || node.matches('select, script, style')) return;
    // Its options are no choice yet.
    if (!node.matches('[role="listbox"], [role="option"]') || node === trigger) eachChild(node, read);
  };
  read(widest);
  return normal(words.join(' '));
}

function hasOthers(around: Element, trigger: Element): boolean {
  return elementsIn(around).some(
    (each) =>
      each !== trigger && isChoice(each) && isRendered(each) && !each.contains(trigger) && !trigger.contains(each),
  );
}

function isChoice(element: Element): boolean {
  if (element.closest('[aria-hidden="true"], [tabindex="-1"]') && !element.matches('[role="combobox"]')) return false;
  return isField(element) || element.matches('[role="combobox"]');
}
