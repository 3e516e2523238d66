import type { LinkInfo } from '@helve/browser/protocol';
import type { PageAction } from '../actions.ts';
import { handles } from '../element/handles.ts';
import { shorten, wordsIn } from '../element/name.ts';
import { locate } from '../element/selector.ts';
import { isInSight } from '../element/sight.ts';
import { findScope } from '../element/target.ts';
import { isInViewport } from '../element/visible.ts';
import { collectSeen } from './walk.ts';

const LONGEST_TEXT = 200;

/** So many are counted; those beyond are not even looked at. */
const MOST = 2_000;

export const links: PageAction<'links'> = ({ selector, visibleOnly, limit }) => {
  let total = 0;
  const { found, frames } = collectSeen(findScope(selector), (element, sight) => {
    if (!(element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement)) return undefined;
    if (!element.hasAttribute('href') || total >= MOST || !isInSight(element, sight)) return undefined;
    const visible = isInViewport(element);
    if (visibleOnly && !visible) return undefined;
    total++;
    return total > limit ? undefined : describe(element, visible);
  });
  return { links: found, total, frames };
};

function describe(element: HTMLAnchorElement | HTMLAreaElement, visible: boolean): LinkInfo {
  const { href, title, rel } = element;
  const targetAttr = element.getAttribute('target');
  const text = wordsIn(element) || element.getAttribute('aria-label')?.trim() || title || href;
  return {
    text: shorten(text, LONGEST_TEXT),
    href,
    target: locate(element),
    handle: handles.of(element, 'ln'),
    ...(title ? { title } : {}),
    ...(rel ? { rel } : {}),
    ...(targetAttr ? { targetAttr } : {}),
    visible,
  };
}
