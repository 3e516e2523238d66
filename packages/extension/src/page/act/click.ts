import type { PageAction } from '../actions.ts';
import { clickAt } from '../pointer/pointer.ts';
import { pointAt } from '../pointer/point-at.ts';
import { clickForReal } from '../pointer/real-pointer.ts';
import { plain } from '../element/plain.ts';
import { isRendered } from '../element/visible.ts';
import { Aftermath } from './settle.ts';

const SETTLE_MS = 1_200;

export const click: PageAction<'click'> = async ({ button, count, realPointer, ...where }) => {
  const { element, point, hit, met } = await pointAt(where, realPointer);
  const wasRendered = isRendered(element);
  const aftermath = new Aftermath();
  if (realPointer) await clickForReal(point, button, count);
  else await clickAt(hit, point, button, count);
  const stable = await aftermath.settled(SETTLE_MS);
  const disappeared = !plain(element).isConnected || (wasRendered && !isRendered(element));
  return { clicked: true, disappeared, stable, ...met, ...(realPointer ? { by: 'debugger' } : {}) };
};
