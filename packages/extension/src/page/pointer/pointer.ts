/** What a mouse tells a page. The events are not the browser's own, so what follows from them is done here too. */
import type { MouseButton } from '@helve/browser/protocol';
import type { Point } from './point.ts';
import { focusOn } from '../keyboard/focus.ts';

const BUTTONS = { left: 0, middle: 1, right: 2 } as const;

interface Press {
  readonly button?: MouseButton;
  readonly detail?: number;
  readonly relatedTarget?: Element | null;
}

/** Moves the pointer over an element. */
export function moveOver(element: Element, at: Point): void {
  for (const type of ['over', 'enter', 'move'] as const) {
    const bubbles = type !== 'enter';
    pointer(element, `pointer${type}`, at, { bubbles });
    mouse(element, `mouse${type}`, at, { bubbles });
  }
}

/** Moves a pointer that is held down. */
export function moveHeld(element: Element, at: Point): void {
  pointer(element, 'pointermove', at, { buttons: 1 });
  mouse(element, 'mousemove', at, { buttons: 1 });
}

/** Presses the button; says whether the page lets it have its usual effect. */
export function pressDown(element: Element, at: Point, press: Press = {}): boolean {
  const buttons = [1, 4, 2][BUTTONS[press.button ?? 'left']] ?? 1;
  const pointed = pointer(element, 'pointerdown', at, { ...toInit(press), buttons });
  const allowed = pointed ? mouse(element, 'mousedown', at, { ...toInit(press), buttons }) : true;
  if (allowed) focusNearest(element);
  return allowed;
}

export function release(element: Element, at: Point, press: Press = {}): void {
  pointer(element, 'pointerup', at, toInit(press));
  mouse(element, 'mouseup', at, toInit(press));
}

/** Press and release, as often as asked, with the click that comes of it. */
export function clickAt(element: Element, at: Point, button: MouseButton, count: number): void {
  moveOver(element, at);
  for (let detail = 1; detail <= count; detail++) {
    const press = { button, detail };
    pressDown(element, at, press);
    if (!element.isConnected) return;
    release(element, at, press);
    if (!element.isConnected) return;
    if (button === 'left') pointer(element, 'click', at, toInit(press));
    else pointer(element, 'auxclick', at, toInit(press));
    if (button === 'right') pointer(element, 'contextmenu', at, toInit(press));
    if (detail === 2) mouse(element, 'dblclick', at, toInit(press));
  }
}

function toInit({ button = 'left', detail = 1 }: Press): MouseEventInit {
  return { button: BUTTONS[button], detail };
}

function pointer(element: Element, type: string, at: Point, init: PointerEventInit): boolean {
  const own = { pointerId: 1, pointerType: 'mouse', isPrimary: true, ...base(at), ...init };
  return element.dispatchEvent(new PointerEvent(type, own));
}

function mouse(element: Element, type: string, at: Point, init: MouseEventInit): boolean {
  return element.dispatchEvent(new MouseEvent(type, { ...base(at), ...init }));
}

function base({ x, y }: Point): MouseEventInit {
  return {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
    clientX: x,
    clientY: y,
    screenX: x + screenX,
    screenY: y + screenY,
  };
}

/** A press gives the focus to what it meets, or to the nearest around it that can have it. */
function focusNearest(element: Element): void {
  const root = element.getRootNode() as Document | ShadowRoot;
  for (let node: Element | null = element; node; node = node.parentElement) {
    if (!(node instanceof HTMLElement || node instanceof SVGElement)) continue;
    if (node.tabIndex < 0 && !(node instanceof HTMLElement && node.isContentEditable)) continue;
    focusOn(node);
    if (root.activeElement === node) return;
  }
  if (root.activeElement instanceof HTMLElement) root.activeElement.blur();
}
