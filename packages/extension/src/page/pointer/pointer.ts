/** What a mouse tells a page. The events are not the browser's own, so what follows from them is done here too. */
import type { MouseButton } from '@helve/browser/protocol';
import { plain } from '../element/plain.ts';
import { isWithin, parentOf } from '../element/shadow.ts';
import { deepElementFromPoint, type Point } from './point.ts';
import { deepActiveElement, focusOn, loseFocus, tellOfFocus } from '../keyboard/focus.ts';
import { nextTurn } from '../turn.ts';
import { putCaretAt } from './caret-point.ts';

const BUTTONS = { left: 0, middle: 1, right: 2 } as const;

interface Press {
  readonly button?: MouseButton;
  readonly detail?: number;
}

/** What the pointer was over last. */
let over: WeakRef<Element> | undefined;

/** Moves the pointer over an element: what it leaves hears of it first, then what it comes to, from the outside in. */
export function moveOver(element: Element, at: Point): void {
  const before = over?.deref();
  const last = before && plain(before).isConnected ? before : null;
  if (last !== element) {
    const [left, entered] = [chainOf(last), chainOf(element)];
    if (last) both(last, 'out', at, { relatedTarget: element });
    for (const each of left.filter((one) => !entered.includes(one))) {
      both(each, 'leave', at, { relatedTarget: element, bubbles: false, cancelable: false });
    }
    both(element, 'over', at, { relatedTarget: last });
    for (const each of entered.toReversed().filter((one) => !left.includes(one))) {
      both(each, 'enter', at, { relatedTarget: last, bubbles: false, cancelable: false });
    }
  }
  over = new WeakRef(element);
  both(element, 'move', at, {});
}

/** Moves a pointer that is held down. */
export function moveHeld(element: Element, at: Point): void {
  both(element, 'move', at, { buttons: 1 });
}

/** Presses the button; says whether the page lets it have its usual effect. */
export function pressDown(element: Element, at: Point, press: Press = {}): boolean {
  const buttons = [1, 4, 2][BUTTONS[press.button ?? 'left']] ?? 1;
  const pointed = pointer(element, 'pointerdown', at, { ...toInit(press), buttons });
  const allowed = pointed ? mouse(element, 'mousedown', at, { ...toInit(press), buttons }) : true;
  if (allowed) {
    focusNearest(element);
    if (buttons === 1) putCaretAt(element, at);
  }
  return allowed;
}

export function release(element: Element, at: Point, press: Press = {}): void {
  pointer(element, 'pointerup', at, toInit(press));
  mouse(element, 'mouseup', at, toInit(press));
}

/**
 * Press and release, as often as asked, with the click that comes of it. `element` is what lies topmost there; what the
 * page puts there in its place while the button is down gets the release, and what holds both gets the click.
 */
export async function clickAt(element: Element, at: Point, button: MouseButton, count: number): Promise<void> {
  let pressed = element;
  moveOver(pressed, at);
  for (let detail = 1; detail <= count; detail++) {
    const press = { button, detail };
    await nextTurn();
    tellOfFocus(() => pressDown(pressed, at, press));
    await nextTurn();
    const released = stillThere(pressed, at);
    if (!released) return;
    release(released, at, press);
    const clicked = chainOf(pressed).find((each) => chainOf(released).includes(each));
    if (!clicked || !plain(clicked).isConnected) return;
    // A label gives the focus to its field.
    tellOfFocus(() => pointer(clicked, button === 'left' ? 'click' : 'auxclick', at, toInit(press)));
    if (button === 'right') pointer(clicked, 'contextmenu', at, toInit(press));
    if (detail === 2) mouse(clicked, 'dblclick', at, toInit(press));
    const next = stillThere(clicked, at);
    if (!next) return;
    pressed = next;
  }
  await nextTurn();
}

/** The same element, wherever the page has moved it meanwhile; in place of one that it has removed, what is there now. */
function stillThere(before: Element, at: Point): Element | undefined {
  return plain(before).isConnected ? before : deepElementFromPoint(at);
}

/** An element and all that it is in, from the inside out. */
function chainOf(element: Element | null): readonly Element[] {
  const chain: Element[] = [];
  for (let each = element; each; each = parentOf(each)) chain.push(each);
  return chain;
}

function toInit({ button = 'left', detail = 1 }: Press): MouseEventInit {
  return { button: BUTTONS[button], detail };
}

function both(element: Element, type: string, at: Point, init: MouseEventInit): void {
  pointer(element, `pointer${type}`, at, { button: -1, ...init });
  mouse(element, `mouse${type}`, at, init);
}

function pointer(element: Element, type: string, at: Point, init: PointerEventInit): boolean {
  const own = { pointerId: 1, pointerType: 'mouse', isPrimary: true, ...base(at), ...init };
  return plain(element).dispatchEvent(new PointerEvent(type, own));
}

function mouse(element: Element, type: string, at: Point, init: MouseEventInit): boolean {
  return plain(element).dispatchEvent(new MouseEvent(type, { ...base(at), ...init }));
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
  for (const each of chainOf(element)) {
    if (!(each instanceof HTMLElement || each instanceof SVGElement)) continue;
    // One that Tab passes over may still have the focus.
    const canHaveIt = plain(each).tabIndex >= 0 || plain(each).hasAttribute('tabindex');
    if (!canHaveIt && !(each instanceof HTMLElement && plain(each).isContentEditable)) continue;
    focusOn(each);
    if (isWithin(deepActiveElement(), each)) return;
  }
  loseFocus();
}
