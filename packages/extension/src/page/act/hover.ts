import type { PageAction } from '../actions.ts';
import { moveOver } from '../pointer/pointer.ts';
import { pointAt } from '../pointer/point-at.ts';
import { moveForReal } from '../pointer/real-pointer.ts';
import { Aftermath, ifHidden } from './settle.ts';

const SETTLE_MS = 1_200;

export const hover: PageAction<'hover'> = async ({ realPointer, ...where }) => {
  const began = performance.now();
  const { point, hit, met } = await pointAt(where, realPointer);
  const aftermath = new Aftermath();
  if (realPointer) await moveForReal(point);
  else moveOver(hit, point);
  const stable = await aftermath.settled(SETTLE_MS);
  const elapsed = Math.round(performance.now() - began);
  return { hovered: true, stable, elapsed, ...met, ...(realPointer ? { by: 'debugger' } : {}), ...ifHidden() };
};
