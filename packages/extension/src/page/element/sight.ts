import { lacksContrast } from './contrast.ts';
import { isCovered } from './cover.ts';
import { page, plain } from './plain.ts';
import { elementsIn, parentOf } from './shadow.ts';
import { type Box, sightOfBox, type View, viewIn, viewOfPage } from './view.ts';

/** How a person sees an element. */
export interface Sight {
  /** Whether it is shown itself; there may be elements in it that are, even if not. */
  readonly shown: boolean;
  /** Whether it, or what it is in, is kept from those who have the page read out. */
  readonly ariaHidden: boolean;
  /** Whether it begins on a line of its own. */
  readonly block: boolean;
  /** Whether it may hold more than it shows at once. */
  readonly clips: boolean;
  /** How much of it and of what it is in shows through: from 0 to 1. */
  readonly opacity: number;
  /** Why words in it may not be readable, though they are shown. */
  readonly doubt: string | undefined;
  readonly view: View;
  readonly style: CSSStyleDeclaration;
}

/** Elements that never show what is in them. */
const UNSEEN = new Set([
  'SCRIPT',
  'STYLE',
  'NOSCRIPT',
  'TEMPLATE',
  'HEAD',
  'META',
  'LINK',
  'TITLE',
  'title',
  'DATALIST',
]);

/** How the part is seen that a read begins with: it was asked for, so it is read even if nobody sees it. */
export function lookAtAsked(element: Element): Sight {
  const style = getComputedStyle(element);
  const isWhole = element === page.body || element === page.documentElement;
  const view = isWhole ? viewOfPage() : EVERYTHING;
  return { shown: true, ariaHidden: false, block: true, clips: false, opacity: 1, doubt: undefined, view, style };
}

const ALL_OF_IT: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
const LIMITLESS = { reach: ALL_OF_IT, cut: ALL_OF_IT };
const EVERYTHING: View = { flow: LIMITLESS, absolute: LIMITLESS, fixed: LIMITLESS };

/** How an element is seen whose parent is seen so; undefined if neither it nor what is in it can be seen. */
export function look(element: Element, above: Sight): Sight | undefined {
  if (UNSEEN.has(plain(element).tagName)) return undefined;
  const style = getComputedStyle(element);
  const { display } = style;
  let shown = plain(element).checkVisibility(ALL);
  if (!shown) {
    // What has no box of its own is not shown, but what is in it may be; and so it is with `visibility: hidden`.
    if (display === 'contents') shown = style.visibility === 'visible';
    else if (style.visibility === 'visible' || !plain(element).checkVisibility(OPACITY)) return undefined;
  }
  const view = display === 'contents' ? above.view : viewIn(element, style, above.view);
  if (!view) return undefined;
  const opacity = above.opacity * opacityOf(style);
  if (opacity < LEAST_OPACITY) return undefined;
  return {
    shown,
    ariaHidden: above.ariaHidden || plain(element).getAttribute('aria-hidden') === 'true',
    block: !display.startsWith('inline') && display !== 'contents',
    clips: style.overflowX !== 'visible',
    opacity,
    doubt: doubtOf(style) ?? above.doubt,
    view,
    style,
  };
}

const ALL: CheckVisibilityOptions = { opacityProperty: true, visibilityProperty: true };
const OPACITY: CheckVisibilityOptions = { opacityProperty: true };

/** Nobody sees less. */
const LEAST_OPACITY = 0.004;
/** Nobody reads what shows through less. */
const READABLE_OPACITY = 0.15;

function opacityOf({ opacity, filter }: CSSStyleDeclaration): number {
  const [, number, percent] = /opacity\(([\d.]+)(%?)\)/.exec(filter) ?? [];
  const filtered = number === undefined ? 1 : Number(number) / (percent ? 100 : 1);
  return Number.parseFloat(opacity) * filtered;
}

/** Words cannot be read through every mask or filter; which, only a picture would tell. */
function doubtOf(style: CSSStyleDeclaration): string | undefined {
  const { filter, maskImage, clipPath, mixBlendMode } = style;
  const [, blur] = /blur\(([\d.]+)px\)/.exec(filter) ?? [];
  if (Number(blur) >= BLURRED_PX) return 'blurred';
  if (isDimmed(filter)) return 'filtered';
  if (mixBlendMode !== 'normal' && mixBlendMode !== '' && mixBlendMode !== undefined) return 'blended';
  if (turnsAway(style)) return 'turned away';
  // Shapes whose size is known count as what cuts off.
  if (clipPath !== '' && clipPath !== undefined && !/^(?:none|inset|circle|ellipse|polygon|[a-z]+-box$)/.test(clipPath))
    return 'clipped';
  if (maskImage === 'none' || maskImage === '' || maskImage === undefined) return undefined;
  return /^(?:repeating-)?(?:linear|radial|conic)-gradient/.test(maskImage) && showsMost(style) ? undefined : 'masked';
}

const BLURRED_PX = 3;

/** Whether a filter leaves nothing that could be told apart. */
function isDimmed(filter: string): boolean {
  return [...(filter ?? '').matchAll(/(contrast|brightness)\(([\d.]+)(%?)\)/g)].some(([, what, number, percent]) => {
    const share = Number(number) / (percent ? 100 : 1);
    return share < 0.2 || (what === 'brightness' && share > 5);
  });
}

/** Whether its back is turned to the viewer, and has nothing on it. */
function turnsAway({ backfaceVisibility, transform }: CSSStyleDeclaration): boolean {
  if (backfaceVisibility !== 'hidden' || transform === 'none' || transform === '') return false;
  const { m11, m22, m12, m21 } = new DOMMatrixReadOnly(transform);
  return m11 * m22 - m12 * m21 < 0;
}

/** Whether a mask that is drawn from colours covers its element and lets something through. */
function showsMost({ maskImage, maskSize, maskPosition, maskRepeat }: CSSStyleDeclaration): boolean {
  const colors = maskImage.match(/rgba?\([^)]*\)/g) ?? [];
  const isUsual = maskSize.startsWith('auto') && /^0(?:px|%) 0(?:px|%)$/.test(maskPosition) && maskRepeat === 'repeat';
  return isUsual && colors.some((color) => !/^rgba.*, 0(?:\.\d+)?\)$/.test(color));
}

/** How an element is seen that nobody has come to from above; for what is looked at apart from a read. */
export function sightOf(element: Element): Sight | undefined {
  if (!known) {
    known = new Map();
    queueMicrotask(() => {
      known = undefined;
    });
  }
  const before = known.get(element);
  if (before !== undefined) return before ?? undefined;
  const parent = parentOf(element);
  const above = parent ? sightOf(parent) : lookAtAsked(element);
  const sight = above && parent ? look(element, above) : above;
  known.set(element, sight ?? null);
  return sight;
}

/** What was looked at in this read, which is over before anything else happens in the page. */
let known: Map<Element, Sight | null> | undefined;

/** Whether a person sees the element itself, and not only what else is in it. */
export function isInSight(element: Element, { shown, view }: Sight): boolean {
  if (!shown) return false;
  const boxes = [...plain(element).getClientRects()].filter(hasSize);
  if (boxes.length > 0) return boxes.some((box) => sightOfBox(box, view.flow) !== 'never');
  // What has no size itself, as a link around something that is placed by itself, is where that is.
  return elementsIn(element).some((each) => [...plain(each).getClientRects()].some(hasSize));
}

function hasSize({ left, right, top, bottom }: Box): boolean {
  return right - left >= 1 && bottom - top >= 1;
}

/** Words that stand in an element itself, if a person can read them there. What may only seem to be unreadable is marked. */
export function readableWords(words: string, text: Text, element: Element, sight: Sight): string {
  const { style, opacity, doubt } = sight;
  const how = sightOfText(text, sight);
  if (how === 'never') return '';
  if (how === 'cut') return marked('cut off', words);
  const { webkitTextSecurity } = style as { webkitTextSecurity?: string };
  if (webkitTextSecurity !== undefined && !/^(?:none)?$/.test(webkitTextSecurity)) return DOTS;
  const boxes = boxesOf(text);
  if (isSqueezed(words, boxes, style)) return marked('squeezed', words);
  if (isCovered(boxes, element)) return marked('covered', words);
  if (opacity < READABLE_OPACITY) return marked('nearly transparent', words);
  if (doubt !== undefined) return marked(doubt, words);
  return lacksContrast(element, style, boxes[0]) ? marked('in the colour of its background', words) : words;
}

/** What a person sees of letters that are drawn as dots. */
const DOTS = '••••••••';

/** Whether its letters lie over each other. */
function isSqueezed(words: string, boxes: readonly Box[], { writingMode }: CSSStyleDeclaration): boolean {
  const isDownwards = writingMode.startsWith('vertical');
  const length = boxes.reduce((sum, box) => sum + (isDownwards ? box.bottom - box.top : box.right - box.left), 0);
  const letters = words.trim().length;
  return letters >= 4 && length < letters * LEAST_LETTER_PX;
}

const LEAST_LETTER_PX = 1.2;

/** How a text is seen, by where it is and how large. */
export function sightOfText(text: Text, { shown, view }: Sight): ReturnType<typeof sightOfBox> {
  if (!shown) return 'never';
  let best: ReturnType<typeof sightOfBox> = 'never';
  for (const box of boxesOf(text)) {
    if (box.bottom - box.top < LEAST_PX || box.right <= box.left) continue;
    const how = sightOfBox(box, view.flow);
    if (how === 'seen') return how;
    if (how === 'cut') best = how;
  }
  return best;
}

/** Nobody reads smaller letters. */
const LEAST_PX = 4;

let range: Range | undefined;

function boxesOf(text: Text): readonly Box[] {
  range ??= page.createRange();
  range.selectNodeContents(text);
  return [...range.getClientRects()];
}

/** Says something of words in a page. No text of a page has these brackets. */
export function marked(what: string, words: string): string {
  return `⟦${what}: ${words.trim()}⟧`;
}

/**
 * The words of a page as they are given on: what helve says among them is in brackets that the page cannot write, and no
 * characters are among them that nobody sees.
 */
export function unmarked(words: string): string {
  const said = words.replaceAll('⟦', '[').replaceAll('⟧', ']');
  return UNSEEN_CHARACTERS.test(said) ? said.replace(ALL_UNSEEN, '') : said;
}

/** Tags (but for those of a flag), joiners of nothing, fillers, marks of direction: texts have been hidden in each. */
const UNSEEN_CHARACTERS =
  /(?<!\u{1F3F4}[\u{E0020}-\u{E007F}]*)[\u{E0000}-\u{E007F}]|[\u{E0100}-\u{E01EF}]|(?<!\p{Emoji}\uFE0F?)\u200D|[\u200B\u2060-\u2064\u206A-\u206F\u202A-\u202E\u2066-\u2069\uFEFF\u115F\u1160\u3164\uFFA0\u180E]/u;
const ALL_UNSEEN = new RegExp(UNSEEN_CHARACTERS.source, 'gu');
