import { makeActionable } from '../pointer/actionable.ts';
import type { PageAction } from '../actions.ts';
import { clickAt } from '../pointer/pointer.ts';
import { Aftermath } from './settle.ts';
import { findTarget } from '../element/target.ts';
import { isRendered } from '../element/visible.ts';

const SETTLE_MS = 1_200;

export const click: PageAction<'click'> = async ({ target, button, count }) => {
  const element = findTarget(target);
  const point = await makeActionable(element);
  const aftermath = new Aftermath();
  clickAt(element, point, button, count);
  const stable = await aftermath.settled(SETTLE_MS);
  return { clicked: true, disappeared: !element.isConnected || !isRendered(element), stable };
};
