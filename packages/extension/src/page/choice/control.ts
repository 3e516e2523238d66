/** What a list that a page made itself looks like while it is closed: the control with what is chosen in it. */
import { isField } from '../element/interactive.ts';
import { eachChild, elementsIn, isWithin, parentOf } from '../element/shadow.ts';
import { isInSight, sightOf, sightOfText } from '../element/sight.ts';
import { standInOf } from '../element/stand-in.ts';
import { isRendered } from '../element/visible.ts';
import { normal } from './until.ts';

/** How far around the trigger its control may reach, and by how much what is around it may be higher. */
const MOST_STEPS = 6;
const MOST_PX = 30;

const TRIGGERS = '[role="combobox"], [aria-haspopup="listbox"], [aria-haspopup="true"], [tabindex="0"]';

/** The field that holds the trigger, its chips and its value; nothing else is chosen in it. */
export function controlOf(trigger: Element): Element {
  let widest = trigger;
  for (let step = 0; step < MOST_STEPS; step++) {
    const around = parentOf(widest);
    if (!around || around === document.body || hasOthers(around, trigger)) break;
    const [{ height }, now] = [around.getBoundingClientRect(), widest.getBoundingClientRect()];
    // The field itself may be as small as a caret.
    if (now.width > 20 && height > now.height + MOST_PX) break;
    widest = around;
  }
  return widest;
}

/** What is drawn in place of a select that nobody sees, for a person to choose in; undefined if the select itself is used. */
export function drawnFor(select: HTMLSelectElement): Element | undefined {
  const sight = sightOf(select);
  const { width, height } = select.getBoundingClientRect();
  if (sight && isInSight(select, sight) && width > 2 && height > 2) return undefined;
  // It lies transparent over what is drawn.
  if (standInOf(select) === select) return undefined;
  const inside = (around: Element | null) =>
    around && around !== document.body ? triggerIn(around, select) : undefined;
  const { nextElementSibling, previousElementSibling, parentElement } = select;
  return (
    inside(nextElementSibling) ??
    inside(parentElement) ??
    inside(previousElementSibling) ??
    inside(parentElement && parentOf(parentElement))
  );
}

function triggerIn(around: Element, select: HTMLSelectElement): Element | undefined {
  if (!isRendered(around) || around instanceof HTMLLabelElement) return undefined;
  const others = [around, ...elementsIn(around)].filter((each) => each instanceof HTMLSelectElement && each !== select);
  if (others.length > 0) return undefined;
  return [around, ...elementsIn(around)].find((each) => each.matches(TRIGGERS) && isRendered(each));
}

/** The words that a person sees in a control, each for itself and together; those of its open list, label and hint are no choice. */
export function shownIn(control: Element, list?: Element): readonly string[] {
  const found: string[] = [];
  const read = (node: Element): string => {
    const sight = sightOf(node);
    if (!sight || node === list || (node !== control && node.matches(NO_CHOICE))) return '';
    const parts: string[] = [];
    if (isPlainField(node)) parts.push(node.value);
    else {
      eachChild(node, (child) => {
        if (child instanceof Element) parts.push(read(child));
        else if (child instanceof Text && sightOfText(child, sight) === 'seen') parts.push(keep(child.data));
      });
    }
    return keep(parts.join(' ').replace(/ +(?=[,;])/g, ''));
  };
  const keep = (words: string) => {
    const said = normal(words);
    if (said !== '') found.push(said);
    return said;
  };
  read(control);
  return [...new Set(found)];
}

const NO_CHOICE = 'label, legend, select, button, [role="button"], [aria-live], [class*="placeholder" i]';

function isPlainField(node: Element): node is HTMLInputElement | HTMLTextAreaElement {
  return node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement;
}

/** Whether these words are among them, as they are or in a row. */
export function isAmong(shown: readonly string[], wanted: string): boolean {
  const text = normal(wanted).toLowerCase();
  return shown.some((each) => {
    const said = each.toLowerCase();
    return said === text || said.split(/\s*[,;]\s*/).includes(text);
  });
}

/** Whether anything else is chosen or filled in there. */
export function hasOthers(around: Element, trigger: Element): boolean {
  return elementsIn(around).some(
    (each) => isChoice(each) && isRendered(each) && !isWithin(each, trigger) && !isWithin(trigger, each),
  );
}

function isChoice(element: Element): boolean {
  if (element.closest('[aria-hidden="true"], [tabindex="-1"]') && !element.matches('[role="combobox"]')) return false;
  return isField(element) || element.matches('[role="combobox"]');
}
