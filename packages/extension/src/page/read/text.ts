import type { FrameSpot } from '../../page-message.ts';
import type { PageAction } from '../actions.ts';
import { frameMark, isFrame, spotOf } from '../element/frames.ts';
import { plain } from '../element/plain.ts';
import { eachChild } from '../element/shadow.ts';
import { isKeptBack } from '../element/kept-back.ts';
import { fieldWords, itemNumber, styledWords } from '../element/painted.ts';
import { isInSight, look, lookAtAsked, marked, readableWords, type Sight, unmarked } from '../element/sight.ts';
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
    if (isFieldWithWords(element)) {
      if (sight.shown && isInSight(element, sight)) pieces.push(fieldText(element));
    } else if (element instanceof HTMLImageElement) {
      // Nobody reads it, but it says what is seen there.
      if (element.alt.trim() !== '' && isInSight(element, sight))
        pieces.push(` ${marked('image', unmarked(element.alt))} `);
    } else {
      pieces.push(itemNumber(element, sight), styledWords(element, '::before', sight));
      readChildren(element, sight);
      pieces.push(styledWords(element, '::after', sight));
    }
    if (edge) pieces.push(edge);
  }

  function readChildren(element: Element, sight: Sight): void {
    eachChild(element, (child) => {
      if (child instanceof Text) {
        pieces.push(wordsOf(child, element, sight));
      } else if (child instanceof Element) {
        const below = look(child, sight);
        if (below && !isKeptBack(child, below)) collect(child, below);
      }
    });
  }
};

type FieldWithWords = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isFieldWithWords(element: Element): element is FieldWithWords {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

function fieldText(field: FieldWithWords): string {
  const words = fieldWords(field);
  return field instanceof HTMLTextAreaElement ? `\n${asWritten(words)}\n` : ` ${words} `;
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
