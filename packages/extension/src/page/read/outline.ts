import type { HeadingInfo, LandmarkInfo } from '@helve/browser/protocol';
import type { PageAction } from '../actions.ts';
import { nameOf, shorten, wordsIn } from '../element/name.ts';
import { plain } from '../element/plain.ts';
import { LANDMARKS, levelOf, NAMED_LANDMARKS, roleOf } from '../element/role.ts';
import { findScope } from '../element/target.ts';
import { collectSeen } from './walk.ts';

const LONGEST_HEADING = 200;

export const outline: PageAction<'outline'> = () => {
  const landmarks: LandmarkInfo[] = [];
  const { found: headings } = collectSeen<HeadingInfo>(findScope(undefined), (element, { ariaHidden }) => {
    if (ariaHidden) return undefined;
    const role = roleOf(element) ?? '';
    if (LANDMARKS.has(role)) {
      const label = labelOf(element);
      if (label || !NAMED_LANDMARKS.has(role)) {
        landmarks.push({ tag: plain(element).localName, role, ...(label ? { label } : {}) });
      }
    }
    const text = role === 'heading' ? shorten(wordsIn(element), LONGEST_HEADING) : '';
    return text ? { level: levelOf(element), text } : undefined;
  });
  return { landmarks, headings };
};

/** A landmark is named by what was written to name it, not by what is in it. */
export function labelOf(element: Element): string {
  return plain(element).matches('[aria-label], [aria-labelledby]') ? nameOf(element) : '';
}
