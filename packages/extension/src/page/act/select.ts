import { Failure } from '../../failure.ts';
import { makeActionable, refuseUnusable } from '../pointer/actionable.ts';
import type { PageAction } from '../actions.ts';
import { choose } from '../field/field.ts';
import { clickAt } from '../pointer/pointer.ts';
import { findTarget } from '../element/target.ts';
import { isChosen, shownBy } from '../choice/chosen.ts';
import { OpenList } from '../choice/open-list.ts';
import { until } from '../choice/until.ts';
import { isRendered } from '../element/visible.ts';

const CLOSES_MS = 1_000;

export const select: PageAction<'select'> = async ({ target, optionText }) => {
  const trigger = findTarget(target);
  if (trigger instanceof HTMLSelectElement) {
    refuseUnusable(trigger);
    const option = choose(trigger, optionText);
    if (!option)
      throw noOption(
        optionText,
        [...trigger.options].map(({ text }) => text.trim()),
      );
    return { selected: option.selected, optionText: option.text.trim() };
  }
  const before = shownBy(trigger);
  const list = new OpenList(trigger);
  const option = await list.find(optionText);
  if (!option) throw noOption(optionText, list.texts());
  if (list.isSelected(option)) return { selected: true, optionText };
  const { point, hit } = await makeActionable(option);
  await clickAt(hit, point, 'left', 1);
  const selected = await until(CLOSES_MS, () => isChosen({ trigger, option, optionText, before }) || undefined);
  // Until then it covers what is done next. One for several choices stays open, and most say so.
  await until(CLOSES_MS, () => !isRendered(option) || isExpanded(trigger) || undefined);
  return { selected: selected ?? false, optionText };
};

function isExpanded(trigger: Element): boolean {
  return trigger.closest('[aria-expanded]')?.getAttribute('aria-expanded') !== 'false';
}

function noOption(optionText: string, options: readonly string[]): Failure {
  return new Failure(
    'ELEMENT_NOT_FOUND',
    `There is no option ${JSON.stringify(optionText)}`,
    options.length > 0 ? 'Use the text of one that is there.' : 'See what there is: helve browser elements',
    { options: options.slice(0, 50) },
  );
}
