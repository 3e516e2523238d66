import { page } from './plain.ts';
import { parentOf } from './shadow.ts';

/** Whether the text of an element has the colour of what is behind it, as far as that is known. */
export function lacksContrast(element: Element, style: CSSStyleDeclaration): boolean {
  const color = style.webkitTextFillColor || style.color;
  if (isClear(color)) return !isDrawnByBackground(element);
  return isNear(color, backgroundOf(element, style)) && isPlain(element);
}

/** Whether its letters are cut out of a background that has colours. */
function isDrawnByBackground(element: Element): boolean {
  for (let each: Element | null = element; each; each = parentOf(each)) {
    const { backgroundClip, backgroundImage, backgroundColor } = getComputedStyle(each);
    if (backgroundClip.includes('text')) return backgroundImage !== 'none' || !isClear(backgroundColor);
  }
  return false;
}

/** Backgrounds that were found in this read, which is over before anything else happens in the page. */
let found: Map<Element, string> | undefined;

/** The colour of the first element around the text that has one. */
function backgroundOf(element: Element, { backgroundColor }: CSSStyleDeclaration): string {
  if (!isClear(backgroundColor)) return backgroundColor;
  const parent = parentOf(element);
  if (!parent) return CANVAS;
  if (!found) {
    found = new Map();
    queueMicrotask(() => {
      found = undefined;
    });
  }
  const known = found.get(parent) ?? backgroundOf(parent, getComputedStyle(parent));
  found.set(parent, known);
  return known;
}

const CANVAS = 'rgb(255, 255, 255)';

/** Whether that colour is what one sees behind it: not where there is a picture, or where it lies over something else. */
function isPlain(element: Element): boolean {
  for (let each: Element | null = element; each; each = parentOf(each)) {
    const { backgroundColor, backgroundImage, position } = getComputedStyle(each);
    if (backgroundImage !== 'none') return false;
    if (!isClear(backgroundColor)) return true;
    if (position === 'absolute' || position === 'fixed') return false;
  }
  const { colorScheme } = getComputedStyle(page.documentElement);
  return window === top && (colorScheme === 'normal' || colorScheme === 'light');
}

/** Pairs of colours that were compared before; a page has few. */
const compared = new Map<string, boolean>();

/** Whether nobody could tell them apart. */
function isNear(color: string, other: string): boolean {
  const pair = `${color} ${other}`;
  const known = compared.get(pair);
  if (known !== undefined) return known;
  const [a, b] = [partsOf(color), partsOf(other)];
  const near = color === other || (a.length === 3 && a.every((part, index) => Math.abs(part - (b[index] ?? 999)) <= 4));
  compared.set(pair, near);
  return near;
}

function partsOf(color: string): readonly number[] {
  return color.startsWith('rgb(') ? color.slice(4).split(',').map(Number.parseFloat) : [];
}

function isClear(color: string): boolean {
  return color.startsWith('rgba(') && color.endsWith(', 0)');
}
