import type { Data } from '@helve/browser/protocol';
import { Failure } from '../../failure.ts';
import { makeActionable, refuseUnusable } from '../pointer/actionable.ts';
import type { PageAction } from '../actions.ts';
import { controlOf, drawnFor, isAmong, shownIn } from '../choice/control.ts';
import { isMarked, OpenList } from '../choice/open-list.ts';
import { until } from '../choice/until.ts';
import { findTarget } from '../element/target.ts';
import { isRendered } from '../element/visible.ts';
import { choose } from '../field/field.ts';
import { redrawn } from '../field/redrawn.ts';
import { clickAt, moveOver } from '../pointer/pointer.ts';

const SHOWS_MS = 1_000;

export const select: PageAction<'select'> = async ({ target, optionText }) => {
  const named = findTarget(target);
  const drawn = named instanceof HTMLSelectElement ? drawnFor(named) : undefined;
  if (named instanceof HTMLSelectElement && !drawn) return selectIn(named, optionText);
  return chooseAt(drawn ?? named, optionText);
};

/** In a list of the browser's own. */
async function selectIn(list: HTMLSelectElement, optionText: string): Promise<Data<'select'>> {
  refuseUnusable(list);
  const option = choose(list, optionText);
  if (!option)
    throw noOption(
      optionText,
      [...list.options].map(({ text }) => text.trim()),
    );
  // The page may not agree.
  await redrawn();
  const shows = [...list.selectedOptions].map(({ text }) => text.trim()).join(', ');
  return { selected: option.isConnected && option.selected, optionText: option.text.trim(), shows };
}

/** In a list that the page made itself. It is chosen when the page shows it, and not before. */
async function chooseAt(trigger: Element, optionText: string): Promise<Data<'select'>> {
  const control = controlOf(trigger);
  const list = new OpenList(trigger);
  const before = list.isTrigger || list.isOpen ? [] : shownIn(control);
  // A click on what is chosen already may take it away.
  if (isAmong(before, optionText)) return { selected: true, optionText, shows: longest(before) };
  const option = await list.find(optionText);
  if (!option) {
    await list.close();
    throw noOption(optionText, list.texts);
  }
  const own = list.around(option);
  const shown = () => (list.isTrigger ? [] : shownIn(control, own));
  if (list.isTrigger ? isMarked(option) : isAmong(shown(), optionText)) {
    await list.close();
    return { selected: true, optionText, shows: longest(shown()) };
  }
  const { point, hit } = await makeActionable(option);
  moveOver(hit, point);
  await redrawn();
  // Some mark what the pointer is over just as what is chosen.
  const wasMarked = isMarked(option);
  await clickAt(hit, point, 'left', 1);
  const isChosen = () =>
    isAmong(shown(), optionText) ||
    shown().some((each) => !before.includes(each) && isPartOf(each, optionText)) ||
    (!wasMarked && option.isConnected && isRendered(option) && isMarked(option));
  const selected = await until(SHOWS_MS, () => isChosen() || undefined);
  // Until then it covers what is done next.
  await list.close();
  return { selected: selected ?? false, optionText, shows: longest(shown()) };
}

/** A control may show less of an option than the list, or more. */
function isPartOf(shown: string, optionText: string): boolean {
  const [one, other] = [shown.toLowerCase(), optionText.toLowerCase()];
  return one.includes(other) || (one.length > 1 && other.includes(one));
}

/** All words of a control: what holds the others. */
function longest(shown: readonly string[]): string {
  return shown.reduce((one, other) => (other.length > one.length ? other : one), '');
}

function noOption(optionText: string, options: readonly string[]): Failure {
  return new Failure(
    'ELEMENT_NOT_FOUND',
    `There is no option ${JSON.stringify(optionText)}`,
    options.length > 0 ? 'Use the text of one that is there.' : 'See what there is: helve browser elements',
    { options: options.slice(0, 50) },
  );
}
