import { makeActionable } from '../pointer/actionable.ts';
import type { PageAction } from '../actions.ts';
import { Aftermath, ifHidden } from './settle.ts';
import { moveOver } from '../pointer/pointer.ts';
import { findTarget } from '../element/target.ts';

const SETTLE_MS = 1_200;

export const hover: PageAction<'hover'> = async ({ target }) => {
  const began = performance.now();
  const element = findTarget(target);
  const point = await makeActionable(element);
  const aftermath = new Aftermath();
  moveOver(element, point);
  const stable = await aftermath.settled(SETTLE_MS);
  return { hovered: true, stable, elapsed: Math.round(performance.now() - began), ...ifHidden() };
};
