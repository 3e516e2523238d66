import type { FrameSpot } from '../../page-message.ts';
import { isFrame, spotOf } from '../element/frames.ts';
import { eachChild } from '../element/shadow.ts';
import { fieldBehind, standInOf } from '../element/stand-in.ts';
import { look, lookAtAsked, type Sight } from '../element/sight.ts';

/** Finds things among the elements that can be seen, in the order in which a person meets them, and where frames are among them. */
export function collectSeen<Thing>(
  root: Element,
  describe: (element: Element, sight: Sight) => Thing | undefined,
  /** For fields that are not seen, but used by something that is drawn in their place. */
  describeDrawn: (field: Element) => Thing | undefined = () => undefined,
): { readonly found: Thing[]; readonly frames: FrameSpot[] } {
  const found: Thing[] = [];
  const frames: FrameSpot[] = [];
  visit(root, lookAtAsked(root));
  return { found, frames };

  function visit(element: Element, sight: Sight): void {
    if (isFrame(element)) {
      frames.push(spotOf(element, found.length));
      return;
    }
    add(describe(element, sight));
    const behind = fieldBehind(element);
    if (behind) add(describeDrawn(behind));
    eachChild(element, (child) => {
      if (!(child instanceof Element)) return;
      const below = look(child, sight);
      if (standInOf(child)) add(describeDrawn(child));
      else if (below) visit(child, below);
    });
  }

  function add(thing: Thing | undefined): void {
    if (thing !== undefined) found.push(thing);
  }
}
