import { makeActionable } from '../actionable.ts';
import type { PageAction } from '../call.ts';
import { clickAt } from '../pointer.ts';
import { Aftermath } from '../settle.ts';
import { findTarget } from '../target.ts';
import { isRendered } from '../visible.ts';

const SETTLE_MS = 1_200;

export const click: PageAction<'click'> = async ({ target, button, count }) => {
  const element = findTarget(target);
  const point = await makeActionable(element);
  const aftermath = new Aftermath();
  clickAt(element, point, button, count);
  const stable = await aftermath.settled(SETTLE_MS);
  return { clicked: true, disappeared: !element.isConnected || !isRendered(element), stable };
};
