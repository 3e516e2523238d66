import { deepActiveElement, focusOn } from './focus.ts';
import { elementsIn } from '../element/shadow.ts';
import { isRendered } from '../element/visible.ts';

/** Moves the focus as the Tab key does, within this frame. */
export function moveFocus(backwards: boolean): void {
  const stops = elementsIn(document.documentElement).filter(isStop);
  const ordered = [...stops.filter(({ tabIndex }) => tabIndex > 0).sort((one, other) => one.tabIndex - other.tabIndex)];
  const all = [...ordered, ...stops.filter(({ tabIndex }) => tabIndex === 0)];
  const list = backwards ? all.toReversed() : all;
  const next = list[list.indexOf(deepActiveElement() as HTMLElement) + 1] ?? list[0];
  if (!next) return;
  focusOn(next);
  next.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  if (next instanceof HTMLInputElement) next.select();
}

function isStop(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    element.tabIndex >= 0 &&
    isRendered(element) &&
    !element.matches(':disabled') &&
    !element.closest('[inert]') &&
    // Of a group of radio buttons, the chosen one stands for all.
    !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked && hasChosen(element))
  );
}

function hasChosen(radio: HTMLInputElement): boolean {
  const root = radio.getRootNode() as Document | ShadowRoot;
  const name = CSS.escape(radio.name);
  return radio.name !== '' && root.querySelector(`input[type="radio"][name="${name}"]:checked`) !== null;
}
