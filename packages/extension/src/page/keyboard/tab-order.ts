import { deepActiveElement, focusOn } from './focus.ts';
import { page, plain } from '../element/plain.ts';
import { elementsIn } from '../element/shadow.ts';
import { isRendered } from '../element/visible.ts';

/** Moves the focus as the Tab key does, within this frame. */
export function moveFocus(backwards: boolean): void {
  const stops = elementsIn(page.documentElement).filter(isStop);
  const ordered = [...stops.filter((each) => indexOf(each) > 0).sort((one, other) => indexOf(one) - indexOf(other))];
  const all = [...ordered, ...stops.filter((each) => indexOf(each) === 0)];
  const list = backwards ? all.toReversed() : all;
  const next = list[list.indexOf(deepActiveElement() as HTMLElement) + 1] ?? list[0];
  if (!next) return;
  focusOn(next);
  plain(next).scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  if (next instanceof HTMLInputElement) next.select();
}

function indexOf(element: HTMLElement): number {
  return plain(element).tabIndex;
}

function isStop(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    indexOf(element) >= 0 &&
    isRendered(element) &&
    !plain(element).matches(':disabled') &&
    !plain(element).closest('[inert]') &&
    // Of a group of radio buttons, the chosen one stands for all.
    !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked && hasChosen(element))
  );
}

function hasChosen(radio: HTMLInputElement): boolean {
  const root = plain(radio.getRootNode() as Document | ShadowRoot);
  const name = CSS.escape(radio.name);
  return radio.name !== '' && root.querySelector(`input[type="radio"][name="${name}"]:checked`) !== null;
}
