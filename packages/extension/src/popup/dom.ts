/** Makes an element with text or other elements in it. `key` names what is focused, so that it still is after a change. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { className, key, title, onClick }: Options,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className !== undefined) element.className = className;
  if (key !== undefined) element.dataset.key = key;
  if (title !== undefined) element.title = title;
  if (onClick) element.addEventListener('click', onClick);
  element.append(...children);
  return element;
}

interface Options {
  readonly className?: string;
  readonly key?: string;
  readonly title?: string;
  readonly onClick?: () => void;
}

/** The element with that id, which the page has. */
export function byId<Kind extends HTMLElement>(id: string, kind: abstract new (...args: never) => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`There is no #${id}`);
}

/** Puts other things into an element; whoever uses the keyboard stays where they are. */
export function fill(element: HTMLElement, children: readonly Node[]): void {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...children);
  if (focused !== undefined) element.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}
