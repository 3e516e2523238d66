import { Failure } from '../../failure.ts';
import type { PageAction } from '../actions.ts';
import { Aftermath, ifHidden } from './settle.ts';
import { page, plain } from '../element/plain.ts';
import { findTarget } from '../element/target.ts';

const SETTLE_MS = 1_200;

/** `viewport` leaves a little of what was seen before. */
const SHARE = 0.85;

export const scroll: PageAction<'scroll'> = async ({ target, by, direction }) => {
  const root = page.scrollingElement ?? page.documentElement;
  const element = plain(target === undefined ? root : findTarget(target));
  const across = direction === 'left' || direction === 'right';
  const size = across ? element.clientWidth : element.clientHeight;
  const pixels = by === 'viewport' ? Math.round(size * SHARE) : Number.parseInt(by, 10);
  if (Number.isNaN(pixels)) throw new Failure('SCRIPT_ERROR', `${by} is neither a number of pixels nor viewport`);
  const sign = direction === 'up' || direction === 'left' ? -1 : 1;
  const position = () => Math.round(across ? element.scrollLeft : element.scrollTop);
  const before = position();
  const aftermath = new Aftermath();
  element.scrollBy({ [across ? 'left' : 'top']: sign * pixels, behavior: 'instant' });
  // A page in the background is not drawn, and would not be told.
  if (page.hidden)
    (element === root ? page : element).dispatchEvent(new Event('scroll', { bubbles: element === root }));
  const stable = await aftermath.settled(SETTLE_MS);
  const after = position();
  return {
    target: target === undefined ? 'viewport' : 'element',
    before,
    after,
    scrolledPx: after - before,
    moved: after !== before,
    stable,
    scrollHeight: element.scrollHeight,
    clientHeight: element.clientHeight,
    ...ifHidden(),
  };
};
