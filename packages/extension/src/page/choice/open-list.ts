/** A list that a page made itself: it is opened by a click on something, and its options come somewhere in the page. */
import { makeActionable } from '../pointer/actionable.ts';
import { parseKey } from '../keyboard/keys.ts';
import { pressKey } from '../keyboard/press-key.ts';
import { bringIntoView, deepElementFromPoint } from '../pointer/point.ts';
import { deepActiveElement } from '../keyboard/focus.ts';
import { insertText } from '../keyboard/insert.ts';
import { clickAt } from '../pointer/pointer.ts';
import { elementsIn, parentOf } from '../element/shadow.ts';
import { isTextField } from '../field/text-field.ts';
import { isRendered } from '../element/visible.ts';
import { nextTurn } from '../turn.ts';
import { hasOthers } from './control.ts';
import { normal, until } from './until.ts';

const OPENS_MS = 1_500;
const FILTERS_MS = 1_500;
/** How long the options take that are drawn after others, or after scrolling. */
const DRAWS_MS = 300;
const SCROLLS_MS = 60;
const CLOSES_MS = 400;

/** What is an option by its own account. */
const OPTIONS = '[role="option"], [role^="menuitem"], [role="treeitem"], [role="radio"], [role="gridcell"]';

/** Parts of a list that is longer than what is shown of it. */
const MOST_SCROLLS = 60;

export class OpenList {
  readonly #trigger: Element;
  /** What was there before the list. One that is open lies over the page. */
  readonly #before: ReadonlySet<Element>;
  #wasOpened = false;
  #found: Element | undefined;
  #texts: readonly string[] = [];

  constructor(trigger: Element) {
    this.#trigger = trigger;
    this.#before = new Set(isExpanded(trigger) ? shown().filter((each) => !isOverPage(each)) : shown());
  }

  /** The option with this text, which may have to be opened, searched for or scrolled to. */
  async find(optionText: string): Promise<Element | undefined> {
    this.#found = await this.#find(optionText);
    return this.#found;
  }

  async #find(optionText: string): Promise<Element | undefined> {
    const open = this.isOpen ? this.#match(optionText) : undefined;
    if (open) return open;
    this.#wasOpened = true;
    if (!this.isOpen) await this.#open();
    await until(OPENS_MS, () => this.#match(optionText) ?? (this.#options().length > 0 || undefined));
    const found = (await until(DRAWS_MS, () => this.#match(optionText))) ?? (await this.#scrollTo(optionText));
    if (found) return found;
    this.#texts = this.#options().map((each) => normal(textOf(each)));
    return this.#searchFor(optionText);
  }

  /** The options that there were, if none was found. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  /** Whether the list is always there, and is what was named. */
  get isTrigger(): boolean {
    return this.#trigger.matches(LISTS);
  }

  /** Most say whether they are open. A list that is just being closed has its options still. */
  get isOpen(): boolean {
    const says = this.#trigger.closest('[aria-expanded]') ?? this.#trigger.querySelector('[aria-expanded]');
    if (this.isTrigger || !says) return this.#options().length > 0;
    return says.getAttribute('aria-expanded') === 'true';
  }

  /** The list that an option is in; nothing of it is what is chosen. */
  around(option: Element): Element {
    const others = this.#options().filter((each) => each !== option);
    let around = option;
    for (let parent = parentOf(around); parent && !isIn(this.#trigger, parent); parent = parentOf(parent)) {
      around = parent;
      if (parent.matches(LISTS) || (others.length > 0 && others.every((each) => isIn(each, around)))) break;
    }
    return around;
  }

  /** Closes it, if it was opened here and is still open: it would cover what is done next. */
  async close(): Promise<void> {
    if (this.isTrigger || !this.#wasOpened) return;
    const isOpen = () => isExpanded(this.#trigger) || (this.#found ? isRendered(this.#found) : this.#hasCome());
    const gone = await until(CLOSES_MS, () => !isOpen() || undefined);
    // Escape would close a dialog around it as well.
    if (gone || this.#trigger.closest('dialog, [role="dialog"]')) return;
    await pressKey(parseKey('Escape'));
    await until(CLOSES_MS, () => !isOpen() || undefined);
  }

  #hasCome(): boolean {
    return shown().some((each) => !this.#before.has(each) && hasSize(each) && isOverPage(each));
  }

  async #open(): Promise<void> {
    const opener = opensIt(this.#trigger);
    const { point, hit } = await makeActionable(opener);
    await clickAt(hit, point, 'left', 1);
  }

  #match(optionText: string): Element | undefined {
    const wanted = normal(optionText);
    const options = this.#options();
    return (
      options.find((each) => normal(textOf(each)) === wanted) ??
      options.find((each) => normal(textOf(each)).toLowerCase() === wanted.toLowerCase()) ??
      this.#matchByWords(wanted)
    );
  }

  /** Some lists say nothing of what they are: an option is what has come and has just these words. */
  #matchByWords(wanted: string): Element | undefined {
    const come = shown().filter(
      (each) => !this.#before.has(each) && normal(each.textContent) === wanted && hasSize(each),
    );
    return come.find((each) => !come.some((other) => other !== each && each.contains(other)));
  }

  /** Options of the list that belongs to it, or else that have come since. */
  #options(): readonly Element[] {
    const all = shown().filter((each) => each.matches(OPTIONS) && hasSize(each));
    const lists = listsOf(this.#trigger);
    const own = all.filter((each) => lists.some((list) => isIn(each, list)));
    if (own.length > 0) return own;
    return all.filter((each) => !this.#before.has(each));
  }

  /** Long lists draw only what is seen of them. */
  async #scrollTo(optionText: string): Promise<Element | undefined> {
    const scroller = shown().find(
      (each) => !this.#before.has(each) && each.scrollHeight > each.clientHeight + 1 && scrolls(each),
    );
    if (!scroller) return undefined;
    scroller.scrollTo({ top: 0, behavior: 'instant' });
    for (let time = 0; time < MOST_SCROLLS; time++) {
      if (document.hidden) scroller.dispatchEvent(new Event('scroll'));
      const found = await until(SCROLLS_MS, () => this.#match(optionText));
      if (found) return found;
      const { scrollTop } = scroller;
      scroller.scrollBy({ top: scroller.clientHeight * 0.8, behavior: 'instant' });
      if (scroller.scrollTop === scrollTop) break;
    }
    return undefined;
  }

  /** Many lists have a field to search them in, and some show nothing before. */
  async #searchFor(optionText: string): Promise<Element | undefined> {
    const field = deepActiveElement();
    if (!isTextField(field) || field.readOnly) return undefined;
    if (field.value !== '') field.select();
    insertText(field, optionText);
    const found = await until(FILTERS_MS, () => this.#match(optionText));
    if (found || !field.isConnected) return found;
    field.select();
    document.execCommand('delete');
    await nextTurn();
    return undefined;
  }
}

const LISTS = '[role="listbox"], [role="menu"], [role="radiogroup"], [role="tree"]';

function isExpanded(trigger: Element): boolean {
  return trigger.closest('[aria-expanded="true"]') !== null || trigger.querySelector('[aria-expanded="true"]') !== null;
}

/** Whether an option says of itself that it is chosen. */
export function isMarked(option: Element): boolean {
  const own = option.closest('[role="option"], [role^="menuitem"], [role="treeitem"], [role="radio"]') ?? option;
  if (['aria-selected', 'aria-checked'].some((name) => own.getAttribute(name) === 'true')) return true;
  return /(?:^|[-_\s])(?:selected|checked)(?:$|\s)/i.test(own.getAttribute('class') ?? '');
}

function isOverPage(element: Element): boolean {
  for (let node: Element | null = element; node; node = parentOf(node)) {
    if (/absolute|fixed/.test(getComputedStyle(node).position)) return true;
  }
  return false;
}

function shown(): readonly Element[] {
  return elementsIn(document.documentElement).filter(isRendered);
}

/** Lists for reading aloud are often there besides the one that is seen, and too small to be. */
function hasSize(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 2 && height > 2;
}

function scrolls(element: Element): boolean {
  return /auto|scroll/.test(getComputedStyle(element).overflowY) || element.className.includes('holder');
}

/**
 * What a click on opens it: the field itself is often as small as a caret, or lies below what looks like a field and holds both.
 */
function opensIt(trigger: Element): Element {
  bringIntoView(trigger);
  const { left, top, width, height } = trigger.getBoundingClientRect();
  const hit = deepElementFromPoint({ x: left + width / 2, y: top + height / 2 });
  const isSmall = width <= 20;
  let around: Element | null = trigger;
  for (let step = 0; around && step <= MOST_STEPS; step++, around = parentOf(around)) {
    if (hasOthers(around, trigger)) break;
    const isMet = hit !== undefined && isIn(hit, around);
    if (isMet && (!isSmall || around.getBoundingClientRect().width > 20)) return around;
  }
  return trigger;
}

/** How far around a field that may be. */
const MOST_STEPS = 4;

/** The lists that an element says belong to it, or it is itself. */
function listsOf(trigger: Element): readonly Element[] {
  const root = trigger.getRootNode() as Document | ShadowRoot;
  const around = trigger.closest('[role="combobox"], [aria-haspopup]') ?? trigger;
  const ids = [trigger, around].flatMap((each) =>
    ['aria-controls', 'aria-owns'].flatMap((name) => each.getAttribute(name)?.split(/\s+/) ?? []),
  );
  const lists = ids.flatMap((id) => root.querySelector(`#${CSS.escape(id)}`) ?? []);
  return trigger.matches(LISTS) ? [trigger, ...lists] : lists;
}

function isIn(element: Element, list: Element): boolean {
  for (let node: Element | null = element; node; node = parentOf(node)) if (node === list) return true;
  return false;
}

function textOf(element: Element): string {
  const words = element instanceof HTMLElement ? element.innerText : element.textContent;
  return normal(words) === '' ? (element.getAttribute('aria-label') ?? '') : words;
}
