import { Failure } from '../../failure.ts';
import { makeActionable, refuseUnusable } from '../pointer/actionable.ts';
import type { PageAction } from '../actions.ts';
import { delay } from '../worker/delay.ts';
import { choose } from '../field/field.ts';
import { clickAt } from '../pointer/pointer.ts';
import { elementsIn } from '../element/shadow.ts';
import { findTarget } from '../element/target.ts';
import { isRendered } from '../element/visible.ts';

const OPENS_MS = 1_500;
const CLOSES_MS = 1_000;
const LOOK_MS = 30;

const OPTIONS = '[role="option"], [role^="menuitem"], [role="treeitem"], [role="radio"], li, option';

export const select: PageAction<'select'> = async ({ target, optionText }) => {
  const trigger = findTarget(target);
  refuseUnusable(trigger);
  if (trigger instanceof HTMLSelectElement) {
    const option = choose(trigger, optionText);
    const texts = [...trigger.options].map(({ text }) => text.trim());
    if (!option) throw noOption(optionText, texts);
    return { selected: option.selected, optionText: option.text.trim() };
  }
  const option = findOption(optionText) ?? (await open(trigger, optionText));
  const point = await makeActionable(option);
  clickAt(option, point, 'left', 1);
  const selected = await until(CLOSES_MS, () => isChosen(trigger, option, optionText) || undefined);
  return { selected: selected ?? false, optionText };
};

/** Lists that a page made itself are opened by a click, and their options come somewhere in the page. */
async function open(trigger: Element, optionText: string): Promise<Element> {
  clickAt(trigger, await makeActionable(trigger), 'left', 1);
  const option = await until(OPENS_MS, () => findOption(optionText));
  if (option) return option;
  throw noOption(
    optionText,
    optionsShown().map((each) => normal(each.textContent)),
  );
}

function findOption(optionText: string): Element | undefined {
  return optionsShown().find((element) => normal(element.textContent) === normal(optionText));
}

function optionsShown(): readonly Element[] {
  return elementsIn(document.documentElement).filter((each) => each.matches(OPTIONS) && isRendered(each));
}

function isChosen(trigger: Element, option: Element, optionText: string): boolean {
  const wanted = normal(optionText);
  const shown = trigger instanceof HTMLInputElement ? trigger.value : trigger.textContent;
  return (
    normal(shown).includes(wanted) ||
    (option.isConnected &&
      (option.getAttribute('aria-selected') === 'true' || option.getAttribute('aria-checked') === 'true'))
  );
}

async function until<Value>(longestMs: number, look: () => Value | undefined): Promise<Value | undefined> {
  const end = performance.now() + longestMs;
  for (;;) {
    const seen = look();
    if (seen !== undefined || performance.now() > end) return seen;
    await delay(LOOK_MS);
  }
}

function normal(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

function noOption(optionText: string, options: readonly string[]): Failure {
  return new Failure(
    'ELEMENT_NOT_FOUND',
    `There is no option ${JSON.stringify(optionText)}`,
    options.length > 0 ? 'Use the text of one that is there.' : 'See what there is: helve browser elements',
    { options: options.slice(0, 50) },
  );
}
