import { Failure } from '../failure.ts';

/**
 * The names that elements of this document have been given: a number each, for as long as the element lives. A page that
 * is drawn anew has other elements, and their handles are new: an old one never means another element.
 */
class Handles {
  next = 1;
  readonly #numbers = new WeakMap<Element, number>();
  readonly #elements = new Map<number, WeakRef<Element>>();
  readonly #gone = new FinalizationRegistry<number>((number) => this.#elements.delete(number));

  /** Other documents of the session have used the numbers before this one. */
  continueAt(next: number): void {
    this.next = Math.max(this.next, next);
  }

  /** `el3`, or for a link in a list of links `ln3`: the number says which. */
  of(element: Element, prefix: 'el' | 'ln' = 'el'): string {
    let number = this.#numbers.get(element);
    if (number === undefined) {
      number = this.next++;
      this.#numbers.set(element, number);
      this.#elements.set(number, new WeakRef(element));
      this.#gone.register(element, number);
    }
    return `${prefix}${number}`;
  }

  find(handle: string): Element {
    const element = this.#elements.get(Number(handle.slice(2)))?.deref();
    if (element?.isConnected) return element;
    throw new Failure(
      'ELEMENT_HANDLE_STALE',
      `${handle} is no longer in the page`,
      'Read the page again: helve browser elements',
      { handle },
    );
  }
}

export const handles = new Handles();
