import type { FrameSpot } from '../../page-message.ts';
import type { PageAction } from '../actions.ts';
import { frameMark, isFrame, spotOf } from '../element/frames.ts';
import { plain } from '../element/plain.ts';
import { eachChild } from '../element/shadow.ts';
import { look, lookAtAsked, readableWords, type Sight, unmarked } from '../element/sight.ts';
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
    .trim()
    .replaceAll(KEPT_SPACE, ' ')
    .replaceAll(KEPT_TAB, '\t')
    .replaceAll(KEPT_LINE, '\n');
  return { text: read, frames };

  function collect(element: Element, sight: Sight): void {
    if (isFrame(element)) {
      pieces.push(`\n${frameMark(frames.length)}\n`);
      frames.push(spotOf(element, frames.length));
      return;
    }
    const { tagName } = plain(element);
    if (tagName === 'BR') {
      pieces.push('\n');
      return;
    }
    const edge = tagName === 'TD' || tagName === 'TH' ? ' ' : sight.block ? '\n' : '';
    if (edge) pieces.push(edge);
    if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) {
      if (sight.shown) pieces.push(fieldText(element));
    } else readChildren(element, sight);
    if (edge) pieces.push(edge);
  }

  function readChildren(element: Element, sight: Sight): void {
    eachChild(element, (child) => {
      if (child instanceof Text) {
        if (!sight.ariaHidden) pieces.push(wordsOf(child, element, sight));
      } else if (child instanceof Element) {
        const below = look(child, sight);
        if (below) collect(child, below);
      }
    });
  }
};

/** What is in a field as it is now, and not as the page was written. */
function fieldText(field: HTMLTextAreaElement | HTMLSelectElement): string {
  if (field instanceof HTMLTextAreaElement) return `\n${asWritten(unmarked(field.value))}\n`;
  return ` ${unmarked([...field.selectedOptions].map(({ text }) => text.trim()).join(', '))} `;
}

function wordsOf(text: Text, element: Element, sight: Sight): string {
  const data = unmarked(text.data);
  const keepsLines = /^(?:pre|break-spaces)/.test(sight.style.whiteSpace);
  const words = keepsLines ? data.replaceAll('\0', '') : data.replace(/[\s\0-\u0003]+/g, ' ');
  if (words.trim() === '') return keepsLines ? asWritten(words) : words;
  const said = readableWords(words, text, element, sight);
  return keepsLines ? asWritten(said) : said;
}

/** Characters that no text of a page has after that: spaces and lines which the page shows as they are written. */
const [KEPT_SPACE, KEPT_TAB, KEPT_LINE] = ['\u0001', '\u0002', '\u0003'];

function asWritten(words: string): string {
  return words
    .replace(/[\0-\u0003]/g, '')
    .replaceAll(' ', KEPT_SPACE)
    .replaceAll('\t', KEPT_TAB)
    .replace(/\r\n?|\n/g, KEPT_LINE);
}
