import { Failure } from '../../failure.ts';
import { plain } from './plain.ts';

/**
 * The names that elements of this document have been given: a number each, for as long as the element lives. A page that
 * is drawn anew has other elements, and their handles are new: an old one never means another element.
 */
class Handles {
  next = 1;
  #highest = 0;
  readonly #numbers = new WeakMap<Element, number>();
  readonly #elements = new Map<number, WeakRef<Element>>();
  readonly #gone = new FinalizationRegistry<number>((number) => this.#elements.delete(number));

  /**
   * Other documents of the session have used the numbers before this one. What was given out after `last` reached nobody,
   * because the answer came too late: another document may have the same numbers since.
   */
  continueAt(next: number, last: number): void {
    if (this.#highest > last) this.#takeBack(last);
    this.next = next;
  }

  #takeBack(last: number): void {
    for (const [number, reference] of this.#elements) {
      if (number <= last) continue;
      this.#elements.delete(number);
      const element = reference.deref();
      if (element) this.#numbers.delete(element);
    }
    this.#highest = last;
  }

  /** `el3`, or for a link in a list of links `ln3`: the number says which. */
  of(element: Element, prefix: 'el' | 'ln' = 'el'): string {
    let number = this.#numbers.get(element);
    if (number === undefined) {
      number = this.next++;
      this.#highest = number;
      this.#numbers.set(element, number);
      this.#elements.set(number, new WeakRef(element));
      this.#gone.register(element, number);
    }
    return `${prefix}${number}`;
  }

  find(handle: string): Element {
    const element = this.#elements.get(Number(handle.slice(2)))?.deref();
    if (element && plain(element).isConnected) return element;
    throw new Failure(
      'ELEMENT_HANDLE_STALE',
      `${handle} is no longer in the page`,
      'Read the page again: helve browser elements',
      { handle },
    );
  }
}

export const handles = new Handles();
