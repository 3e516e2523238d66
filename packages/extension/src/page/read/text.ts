import type { FrameSpot } from '../../page-message.ts';
import type { PageAction } from '../actions.ts';
import { frameMark, isFrame, spotOf } from '../element/frames.ts';
import { eachChild } from '../element/shadow.ts';
import { look, lookAtAsked, readableWords, type Sight } from '../element/sight.ts';
import { findScope } from '../element/target.ts';

/** The text as a person reads it, also from shadow trees; what nobody sees is left out. */
export const text: PageAction<'text'> = ({ selector }) => {
  const frames: FrameSpot[] = [];
  const pieces: string[] = [];
  const scope = findScope(selector);
  collect(scope, lookAtAsked(scope));
  const read = pieces
    .join('')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { text: read, frames };

  function collect(element: Element, sight: Sight): void {
    if (isFrame(element)) {
      pieces.push(`\n${frameMark(frames.length)}\n`);
      frames.push(spotOf(element, frames.length));
      return;
    }
    if (element.tagName === 'BR') {
      pieces.push('\n');
      return;
    }
    const edge = element.tagName === 'TD' || element.tagName === 'TH' ? ' ' : sight.block ? '\n' : '';
    if (edge) pieces.push(edge);
    eachChild(element, (child) => {
      if (child instanceof Text) {
        if (!sight.ariaHidden) pieces.push(wordsOf(child, element, sight));
      } else if (child instanceof Element) {
        const below = look(child, sight);
        if (below) collect(child, below);
      }
    });
    if (edge) pieces.push(edge);
  }
};

function wordsOf({ data }: Text, element: Element, sight: Sight): string {
  const words = data.replace(/[\s\0]+/g, ' ');
  return words === ' ' ? words : readableWords(words, element, sight);
}
