import { type Color, colorOf, contrastOf, over, WHITE } from './color.ts';
import { elementsAt } from './cover.ts';
import { page, plain } from './plain.ts';
import { isWithin, parentOf } from './shadow.ts';
import type { Box } from './view.ts';

/** Less than this nobody tells apart. */
const LEAST_CONTRAST = 1.12;

/** Whether the text of an element has the colour of what is behind it, as far as that is known. */
export function lacksContrast(element: Element, style: CSSStyleDeclaration, box: Box | undefined): boolean {
  if (isOutlined(style)) return false;
  const color = letterColor(element, style);
  if (color.alpha === 0) return !isDrawnByBackground(element);
  // Dark on light, which most text is, needs no look at what is behind it.
  const near = behindAs(element, style);
  if (near !== undefined && isReadable(color, near) && style.position === 'static') return false;
  const behind =
    near !== undefined && isSurelyBehind(element)
      ? near
      : (behindAt(element, box) ?? (isPaintedBeside(element, box) ? undefined : near));
  return behind !== undefined && !isReadable(color, behind) && !isDrawnByBackground(element);
}

function letterColor(element: Element, style: CSSStyleDeclaration): Color {
  if (element instanceof SVGElement) {
    if (style.fill === 'none') return { ...WHITE, alpha: 0 };
    // Patterns and gradients have colours.
    return style.fill.startsWith('url') ? { red: 0, green: 128, blue: 0, alpha: 1 } : colorOf(style.fill);
  }
  return colorOf(style.webkitTextFillColor || style.color);
}

function isReadable(color: Color, behind: Color): boolean {
  const seen = over(color, behind);
  const furthest = Math.max(...PARTS.map((part) => Math.abs(seen[part] - behind[part])));
  // Of the same brightness, red and green are still told apart.
  return furthest > 4 && (contrastOf(seen, behind) >= LEAST_CONTRAST || furthest >= 48);
}

const PARTS = ['red', 'green', 'blue'] as const;

/** Letters may be drawn by their edge or their shadow. */
function isOutlined({
  webkitTextStrokeWidth,
  webkitTextStrokeColor,
  textShadow,
  stroke,
}: CSSStyleDeclaration): boolean {
  const isStroked = Number.parseFloat(webkitTextStrokeWidth) > 0 && colorOf(webkitTextStrokeColor).alpha > 0.5;
  const hasShadow = textShadow !== 'none' && textShadow !== '' && textShadow !== undefined;
  return (
    isStroked || hasShadow || (stroke !== undefined && stroke !== 'none' && stroke !== '' && stroke.startsWith('rgb'))
  );
}

/** Whether its letters are cut out of a background that has colours. */
function isDrawnByBackground(element: Element): boolean {
  for (let each: Element | null = element; each; each = parentOf(each)) {
    const { backgroundClip, backgroundImage, backgroundColor } = getComputedStyle(each);
    if (backgroundClip?.includes('text')) return backgroundImage !== 'none' || colorOf(backgroundColor).alpha > 0;
  }
  return false;
}

/** Backgrounds that were found in this read, which is over before anything else happens in the page. */
let found: Map<Element, Color | null> | undefined;

/** The colour that the elements around a text paint behind it; undefined: a picture, say. */
function behindAs(element: Element, style: CSSStyleDeclaration): Color | undefined {
  if (!found) {
    found = new Map();
    queueMicrotask(() => {
      found = undefined;
    });
  }
  const known = found.get(element);
  if (known !== undefined) return known ?? undefined;
  const own = paintOf(style);
  let color: Color | undefined;
  if (own?.alpha === 1) color = own;
  else {
    const parent = parentOf(element);
    const below = parent ? behindAs(parent, getComputedStyle(parent)) : ground();
    color = own && below && over(own, below);
  }
  found.set(element, color ?? null);
  return color;
}

/** What an element paints behind what is in it; undefined if that is no single colour. */
function paintOf({ backgroundColor, backgroundImage }: CSSStyleDeclaration): Color | undefined {
  const color = colorOf(backgroundColor || 'rgba(0, 0, 0, 0)');
  if (backgroundImage === 'none' || backgroundImage === '' || backgroundImage === undefined) return color;
  const stops = backgroundImage.match(/(?:rgba?|hsla?|color|oklch|oklab|lab|lch)\([^()]*\)/g)?.map(colorOf) ?? [];
  const [first] = stops;
  if (!first || backgroundImage.includes('url(')) return undefined;
  const isOne = stops.every(
    (each) => PARTS.every((part) => Math.abs(each[part] - first[part]) <= 4) && each.alpha === first.alpha,
  );
  return isOne ? over(first, color) : undefined;
}

/** The page's own ground. */
function ground(): Color | undefined {
  const { colorScheme } = getComputedStyle(page.documentElement);
  return window === top && (colorScheme === 'normal' || colorScheme === 'light' || colorScheme === '')
    ? WHITE
    : undefined;
}

/** Whether nothing but what is around it can lie behind a text: nothing on the way was moved out of the flow. */
function isSurelyBehind(element: Element): boolean {
  for (let each: Element | null = element; each; each = parentOf(each)) {
    const { backgroundColor, position } = getComputedStyle(each);
    if (colorOf(backgroundColor || 'rgba(0, 0, 0, 0)').alpha === 1) return true;
    if (position === 'absolute' || position === 'fixed') return false;
  }
  return true;
}

/** What lies behind a text where it is in the window, from the text down; undefined: not known. */
function behindAt(element: Element, box: Box | undefined): Color | undefined {
  if (!box) return undefined;
  const layers: Color[] = [];
  const stack = elementsAt(box);
  const from = stack.indexOf(element);
  if (from < 0) return undefined;
  for (const each of stack.slice(from)) {
    if (each instanceof HTMLImageElement || each instanceof HTMLVideoElement || each instanceof HTMLCanvasElement)
      return undefined;
    const paint = paintOf(getComputedStyle(each));
    if (!paint) return undefined;
    layers.push(paint);
    if (paint.alpha === 1) break;
  }
  const bottom = layers.at(-1)?.alpha === 1 ? layers.pop() : ground();
  return bottom && layers.toReversed().reduce((below, layer) => over(layer, below), bottom);
}

/** Elements beside a text that are looked at. */
const MOST_BESIDE = 100;

/** Whether something beside a text that was moved out of the flow, and may lie below it, paints there. */
function isPaintedBeside(element: Element, box: Box | undefined): boolean {
  let placed: Element | null = element;
  while (placed && !/absolute|fixed/.test(getComputedStyle(placed).position)) placed = parentOf(placed);
  const around = placed && parentOf(placed);
  if (!around || !box) return false;
  const beside = [...plain(around).querySelectorAll('*')].slice(0, MOST_BESIDE);
  return beside.some((each) => {
    if (isWithin(each, placed ?? each) || isWithin(element, each)) return false;
    const { left, top, right, bottom } = plain(each).getBoundingClientRect();
    if (left >= box.right || right <= box.left || top >= box.bottom || bottom <= box.top) return false;
    return (
      plain(each).matches('img, video, canvas, svg, iframe, picture') || paintOf(getComputedStyle(each))?.alpha !== 0
    );
  });
}
