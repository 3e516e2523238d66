/** An editor on the page, by its own programming interface. */
export interface Editor {
  readonly name: string;
  readonly isReadOnly: () => boolean;
  /** Replaces all that is in it. */
  readonly write: (value: string) => void;
  /** Adds to it as typing does, for editors that heed no keys but the browser's own. */
  readonly type?: (text: string, atEnd: boolean) => void;
  /** What is in it, from the editor's own model. */
  readonly read: () => string;
}

/** The editor that an element is of, or that is in the element. */
export type FindEditor = (element: HTMLElement) => Editor | undefined;

/** The nearest element that matches: around it, or else within. */
export function near(element: HTMLElement, selector: string): HTMLElement | undefined {
  return element.closest<HTMLElement>(selector) ?? element.querySelector<HTMLElement>(selector) ?? undefined;
}
