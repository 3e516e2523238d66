/** What has the focus, also in shadow trees. */
import { shadowRootOf } from '../element/shadow.ts';

export function deepActiveElement(): Element {
  let active = document.activeElement ?? document.body ?? document.documentElement;
  for (let root = shadowRootOf(active); root?.activeElement; root = shadowRootOf(active)) active = root.activeElement;
  return active;
}

/** Gives the focus to an element. In a window that is not in front the browser tells nobody of it, so it is told here. */
export function focusOn(element: HTMLElement | SVGElement): void {
  const before = deepActiveElement();
  if (before === element) return;
  let told = false;
  const onFocus = () => {
    told = true;
  };
  element.addEventListener('focus', onFocus, { once: true, capture: true });
  element.focus({ preventScroll: true });
  element.removeEventListener('focus', onFocus, { capture: true });
  if (told || deepActiveElement() !== element) return;
  if (before !== document.body) tell(before, 'blur', 'focusout', element);
  tell(element, 'focus', 'focusin', before);
}

function tell(element: Element, own: string, bubbling: string, relatedTarget: Element): void {
  element.dispatchEvent(new FocusEvent(own, { composed: true, relatedTarget, view: window }));
  element.dispatchEvent(new FocusEvent(bubbling, { bubbles: true, composed: true, relatedTarget, view: window }));
}
