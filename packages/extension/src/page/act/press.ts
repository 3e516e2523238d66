import type { Data } from '@helve/browser/protocol';
import { refuseUnusable } from '../pointer/actionable.ts';
import type { PageAction } from '../actions.ts';
import { deepActiveElement, focusOn } from '../keyboard/focus.ts';
import { handles } from '../element/handles.ts';
import { parseKey } from '../keyboard/keys.ts';
import { page, plain } from '../element/plain.ts';
import { nameOf } from '../element/name.ts';
import { type KeyOutcome, pressKey } from '../keyboard/press-key.ts';
import { Aftermath } from './settle.ts';
import { findTarget } from '../element/target.ts';

const SETTLE_MS = 1_200;

export const press: PageAction<'press'> = async ({ target, key: written, count }) => {
  const key = parseKey(written);
  if (target !== undefined) {
    const element = findTarget(target);
    refuseUnusable(element);
    if (element instanceof HTMLElement || element instanceof SVGElement) focusOn(element);
  }
  const aftermath = new Aftermath();
  let outcome: Omit<KeyOutcome, 'at'> = { prevented: false, did: undefined };
  for (let time = 0; time < count; time++) outcome = await pressKey(key);
  await aftermath.settled(SETTLE_MS);
  const { prevented, did } = outcome;
  return { pressed: written, prevented, ...(did === undefined ? {} : { did }), ...focusNow() };
};

function focusNow(): Pick<Data<'press'>, 'focus'> {
  const element = deepActiveElement();
  if (element === page.body || element === page.documentElement) return {};
  const name = nameOf(element);
  return { focus: { tag: plain(element).localName, handle: handles.of(element), ...(name ? { name } : {}) } };
}
