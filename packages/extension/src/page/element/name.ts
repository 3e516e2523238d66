import { plain } from './plain.ts';
import { eachChild, shadowRootOf } from './shadow.ts';
import { look, lookAtAsked, type Sight, sightOfText, unmarked } from './sight.ts';

const LONGEST = 80;

/** What a person would call an element. */
export function nameOf(element: Element): string {
  const attribute = (name: string) => plain(element).getAttribute(name)?.trim();
  return shorten(
    attribute('aria-label') ||
      labelledBy(element) ||
      labelsOf(element) ||
      attribute('alt') ||
      ownText(element) ||
      attribute('title') ||
      attribute('placeholder') ||
      '',
    LONGEST,
  );
}

/** One line, cut where it is too long. */
export function shorten(text: string, longest: number): string {
  const line = unmarked(text)
    .replace(/[\s\0]+/g, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** The words in an element that a person sees; where there are none, those meant for people who have the page read out. */
export function wordsIn(element: Element): string {
  const { firstChild } = plain(element);
  const asked = lookAtAsked(element);
  if (firstChild instanceof Text && !firstChild.nextSibling && !shadowRootOf(element)) {
    if (isBlank(firstChild) || sightOfText(firstChild, asked) !== 'never') return firstChild.data.trim();
  }
  const seen: string[] = [];
  collect(element, asked, seen, look);
  const words = seen.join('').trim();
  if (words) return words;
  const all: string[] = [];
  collect(element, asked, all, (child) => (plain(child).checkVisibility() ? asked : undefined), true);
  return all.join('').trim();
}

function collect(element: Element, sight: Sight, words: string[], see: typeof look, all = false): void {
  eachChild(element, (child) => {
    if (child instanceof Text) {
      if (all || isBlank(child) || sightOfText(child, sight) !== 'never') words.push(child.data);
    } else if (child instanceof Element && !plain(child).matches('select, textarea')) {
      const alt = child instanceof HTMLImageElement ? child.alt : '';
      const below = see(child, sight);
      if (!below) return;
      if (alt) words.push(` ${alt} `);
      const space = below.block ? ' ' : '';
      words.push(space);
      collect(child, below, words, see, all);
      words.push(space);
    }
  });
}

function isBlank({ data }: Text): boolean {
  return data.trim() === '';
}

function labelledBy(element: Element): string {
  const ids = plain(element).getAttribute('aria-labelledby')?.split(/\s+/);
  if (!ids) return '';
  const root = plain(plain(element).getRootNode() as Document | ShadowRoot);
  const named = ids.map((id) => root.getElementById(id)).filter((label) => label !== null);
  return named
    .map((label) => plain(label).getAttribute('aria-label')?.trim() || wordsIn(label))
    .join(' ')
    .trim();
}

function labelsOf(element: Element): string {
  return labelElements(element).map(wordsIn).join(' ').trim();
}

/** The labels of a field. */
export function labelElements(element: Element): readonly Element[] {
  const { labels } = plain(element) as HTMLInputElement;
  return labels instanceof NodeList ? [...labels] : [];
}

/** The text of what is named by it; a field is named by its label, and its text is its value. */
function ownText(element: Element): string {
  if (element instanceof HTMLInputElement) {
    return ['submit', 'button', 'reset'].includes(element.type) ? element.value || SUBMIT[element.type] || '' : '';
  }
  if (plain(element).matches('select, textarea')) return '';
  if (element instanceof HTMLElement && plain(element).isContentEditable) return '';
  return wordsIn(element);
}

/** What the browser writes on buttons that say nothing. */
const SUBMIT: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset' };
