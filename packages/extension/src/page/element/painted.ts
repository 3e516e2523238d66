/** Words that a person sees though they are no text in the page: what styles, fields and lists paint. */
import { plain } from './plain.ts';
import { valueOf } from './secret.ts';
import { colorOf } from './color.ts';
import { marked, type Sight, unmarked } from './sight.ts';

/** Input types that show their value, or words in its place. */
const WRITTEN = new Set('text search tel url email password number date datetime-local month week time'.split(' '));

/** What the browser writes on buttons that say nothing. */
const BUTTONS: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset', button: '' };

/** What a field shows: its value as it is now, or what stands there as long as it has none. */
export function fieldWords(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): string {
  if (field instanceof HTMLSelectElement) {
    return unmarked([...field.selectedOptions].map(({ text }) => text.trim()).join(', '));
  }
  if (field instanceof HTMLTextAreaElement) return unmarked(field.value || field.placeholder);
  if (field.type in BUTTONS) return unmarked(field.value || (BUTTONS[field.type] ?? ''));
  return WRITTEN.has(field.type) ? unmarked(valueOf(field) || field.placeholder) : '';
}

/** What a style puts before or after what is in an element, if it is words. */
export function styledWords(element: Element, where: '::before' | '::after', { shown, opacity, doubt }: Sight): string {
  if (!shown) return '';
  const style = getComputedStyle(element, where);
  const { content } = style;
  if (!content.startsWith('"') || style.display === 'none' || style.visibility !== 'visible') return '';
  const words = unmarked(wordsOf(content));
  if (words.trim() === '' || ICONS.test(words)) return '';
  const fontSize = Number.parseFloat(style.fontSize);
  const isAway = [style.left, style.top, style.textIndent, style.marginLeft].some(
    (each) => Number.parseFloat(each) < -200,
  );
  const isSmall = fontSize < LEAST_PX || [style.width, style.height].some((each) => Number.parseFloat(each) <= 1);
  if (isAway || isSmall || opacity * Number.parseFloat(style.opacity) < 0.15) return '';
  if (colorOf(style.webkitTextFillColor || style.color).alpha < 0.15) return '';
  return doubt === undefined ? words : marked(doubt, words);
}

const LEAST_PX = 4;

/** Pictures of fonts are in the areas that Unicode leaves to everybody. */
const ICONS = /[\uE000-\uF8FF\u{F0000}-\u{10FFFD}]/u;

/** `"Price: " "12"`, of which what comes after a slash is for reading aloud. */
function wordsOf(content: string): string {
  const [drawn = ''] = content.split(/(?<=") \/ (?=")/);
  return [...drawn.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, inside = '']) =>
      inside.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi, (_, code?: string, letter?: string) =>
        code ? String.fromCodePoint(Number.parseInt(code, 16)) : (letter ?? ''),
      ),
    )
    .join('');
}

/** The number in front of an item of a numbered list. */
export function itemNumber(element: Element, { style, shown }: Sight): string {
  if (!shown || style.display !== 'list-item' || !(element instanceof HTMLLIElement)) return '';
  const list = plain(element).closest('ol');
  const write = WRITE[style.listStyleType];
  if (!list || !write || plain(element).parentElement !== list) return '';
  const items = [...list.children].filter((each) => each instanceof HTMLLIElement);
  let number = list.reversed && !list.hasAttribute('start') ? items.length : list.start;
  for (const item of items) {
    if (item.hasAttribute('value')) number = item.value;
    if (item === element) break;
    number += list.reversed ? -1 : 1;
  }
  return `${write(number)}. `;
}

const WRITE: Readonly<Record<string, (number: number) => string>> = {
  decimal: String,
  'decimal-leading-zero': (number) => String(number).padStart(2, '0'),
  'lower-alpha': (number) => letters(number),
  'lower-latin': (number) => letters(number),
  'upper-alpha': (number) => letters(number).toUpperCase(),
  'upper-latin': (number) => letters(number).toUpperCase(),
  'lower-roman': (number) => roman(number).toLowerCase(),
  'upper-roman': (number) => roman(number),
};

function letters(number: number): string {
  let rest = number;
  let said = '';
  for (; rest > 0; rest = Math.floor((rest - 1) / 26)) said = String.fromCharCode(97 + ((rest - 1) % 26)) + said;
  return said || String(number);
}

const ROMAN = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

function roman(number: number): string {
  if (number < 1 || number > 3_999) return String(number);
  let rest = number;
  let said = '';
  for (const [value, sign] of ROMAN) for (; rest >= value; rest -= value) said += sign;
  return said;
}
