/** What has the focus, also in shadow trees. */
import { PRESENCE_EVENTS } from '../../main-message.ts';
import { indexOf, isFrame } from '../element/frames.ts';
import { page, plain } from '../element/plain.ts';
import { shadowRootOf } from '../element/shadow.ts';

export function deepActiveElement(): Element {
  let active = page.activeElement ?? page.body ?? page.documentElement;
  for (let root = shadowRootOf(active); root?.activeElement; root = shadowRootOf(active)) active = root.activeElement;
  return active;
}

/** The number of the frame that has the focus; null: it is in this document. */
export function focusedFrame(): number | null {
  const active = deepActiveElement();
  const index = isFrame(active) ? indexOf(active) : -1;
  return index < 0 ? null : index;
}

/** Gives the focus to an element, and to the frame it is in: its body is what has the focus there before. */
export function focusOn(element: HTMLElement | SVGElement): void {
  if (deepActiveElement() !== element || element === page.body) {
    tellOfFocus(() => plain(element).focus({ preventScroll: true }));
  }
  if (parent !== window) window.focus();
}

/** Takes the focus from what has it. */
export function loseFocus(): void {
  const active = deepActiveElement();
  if (active instanceof HTMLElement || active instanceof SVGElement) tellOfFocus(() => plain(active).blur());
}

/**
 * Does something that may move the focus. In a window that is not in front the browser tells nobody, so it is told here; what
 * is in a closed shadow root only this code can tell.
 */
export function tellOfFocus<Result>(move: () => Result): Result {
  const before = deepActiveElement();
  let heard = false;
  const onFocus = () => {
    heard = true;
  };
  for (const type of ['focusin', 'focusout']) addEventListener(type, onFocus, true);
  const result = move();
  const now = deepActiveElement();
  if (!heard && now !== before && !page.hasFocus()) {
    if (plain(before).isConnected && !isNothing(before)) tell(before, 'blur', 'focusout', now);
    if (!isNothing(now) && deepActiveElement() === now) tell(now, 'focus', 'focusin', before);
  }
  for (const type of ['focusin', 'focusout']) removeEventListener(type, onFocus, true);
  page.dispatchEvent(new Event(PRESENCE_EVENTS.moved));
  return result;
}

/** What has the focus when nothing has. */
function isNothing(element: Element): boolean {
  return element === page.documentElement || (element === page.body && !page.body.isContentEditable);
}

function tell(element: Element, own: string, bubbling: string, other: Element): void {
  const relatedTarget = isNothing(other) ? null : other;
  const it = plain(element);
  it.dispatchEvent(new FocusEvent(own, { composed: true, relatedTarget, view: window }));
  it.dispatchEvent(new FocusEvent(bubbling, { bubbles: true, composed: true, relatedTarget, view: window }));
}
