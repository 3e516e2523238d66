/**
 * Pages draw check boxes, radio buttons, sliders and file fields themselves: the field is transparent, or as small as
 * nothing, and a person clicks its label or what was drawn in its place.
 */
import { labelElements, nameOf, shorten, wordsIn } from './name.ts';
import { plain } from './plain.ts';
import { isWithin, parentOf } from './shadow.ts';
import { isInSight, look, type Sight, sightOf } from './sight.ts';
import { limitsOf, sightOfBox } from './view.ts';

/** Fields that are drawn by what is around them. */
const INSIDE = ['checkbox', 'radio', 'range'].map((type) => `input[type="${type}"]`).join(', ');

/** Fields and buttons that are drawn by a label, or by what lies below them while they are transparent. */
const DRAWN = `${INSIDE}, input[type="file"], input[type="color"], input[type="date"], input[role="combobox"], select, button`;

/** Elements that are such a field themselves, whatever is in them. */
const WHOLE = ['checkbox', 'radio', 'switch', 'slider', 'option', 'menuitemcheckbox', 'menuitemradio', 'combobox']
  .map((role) => `[role="${role}"]`)
  .join(', ');

/** What is around a field, so far up, may be drawn in its place. */
const FURTHEST = 3;
const LONGEST_NAME = 80;

/** Smaller is not for a pointer. */
const LEAST_PX = 6;

/** What a person clicks to use a field that is not seen itself; undefined if nobody can, or if it is seen. */
export function standInOf(element: Element): Element | undefined {
  if (!isDrawn(element)) return undefined;
  const parent = parentOf(element);
  const above = parent && sightOf(parent);
  if (above && isSeenItself(element, above)) return undefined;
  if (isPartOfWhole(element)) return undefined;
  if (above && takesPointer(element, above)) return element;
  const label = labelElements(element).find(isSeen);
  return label ?? (above && element.matches(INSIDE) ? wrapperOf(element) : undefined);
}

/** Whether a person may not see it itself and use it all the same. */
function isDrawn(element: Element): boolean {
  const isField =
    element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLButtonElement;
  return isField && element.matches(DRAWN);
}

function isPartOfWhole(element: Element): boolean {
  let around = parentOf(element);
  for (let level = 0; around && level <= FURTHEST; level++, around = parentOf(around)) {
    if (plain(around).matches(WHOLE)) return true;
  }
  return false;
}

/** The field that a person uses at an element: itself, or one that no read comes to, because what it is in is not seen. */
export function fieldBehind(element: Element): Element | undefined {
  const { control } = element instanceof HTMLLabelElement ? element : {};
  if (!control || !isDrawn(control)) return undefined;
  const parent = parentOf(control);
  return parent && !sightOf(parent) && standInOf(control) === element ? control : undefined;
}

/** Whether it is only drawn in the place of a field, which is listed itself. */
export function isDrawing(element: Element): boolean {
  let around: Element | null = element;
  for (let level = 0; around && level <= FURTHEST; level++, around = parentOf(around)) {
    const [field, another] = plain(around).querySelectorAll(INSIDE);
    if (another) return false;
    if (!field) continue;
    const wrapper = wrapperOf(field);
    return standInOf(field) !== undefined && wrapper !== undefined && isWithin(element, wrapper);
  }
  return false;
}

/** The name of a field; of one that has none, the words that are drawn in its place. */
export function nameOfDrawn(field: Element): string {
  const name = nameOf(field);
  const around = name === '' && standInOf(field) ? wrapperOf(field) : undefined;
  return around ? shorten(wordsIn(around), LONGEST_NAME) : name;
}

function isSeenItself(element: Element, above: Sight): boolean {
  const sight = look(element, above);
  return sight !== undefined && isInSight(element, sight);
}

/** Whether a pointer meets it where it is, though it is not seen. */
function takesPointer(element: Element, { view }: Sight): boolean {
  const box = element.getBoundingClientRect();
  const { pointerEvents, visibility, clipPath, clip, position } = getComputedStyle(element);
  return (
    box.width >= LEAST_PX &&
    box.height >= LEAST_PX &&
    sightOfBox(box, limitsOf(position, view)) !== 'never' &&
    pointerEvents !== 'none' &&
    visibility === 'visible' &&
    clipPath === 'none' &&
    clip === 'auto'
  );
}

function isSeen(element: Element): boolean {
  const sight = sightOf(element);
  return sight !== undefined && isInSight(element, sight);
}

/** The nearest element around a field that is seen and has no other field in it. */
function wrapperOf(field: Element): Element | undefined {
  let around = parentOf(field);
  for (let level = 0; around && level < FURTHEST; level++, around = parentOf(around)) {
    if (plain(around).querySelectorAll('input, select, textarea, button, a[href]').length > 1) return undefined;
    if (isSeen(around) && isSmall(around)) return around;
  }
  return undefined;
}

/** What is drawn for one field is no larger than a line. */
function isSmall(element: Element): boolean {
  const { width, height } = plain(element).getBoundingClientRect();
  return width <= 400 && height <= 100;
}
