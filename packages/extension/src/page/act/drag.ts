import { makeActionable } from '../pointer/actionable.ts';
import { bringIntoView, deepElementFromPoint, type Point } from '../pointer/point.ts';
import type { PageAction } from '../actions.ts';
import { delay } from '../worker/delay.ts';
import { Aftermath, ifHidden } from './settle.ts';
import { moveHeld, moveOver, pressDown, release } from '../pointer/pointer.ts';
import { plain } from '../element/plain.ts';
import { findTarget } from '../element/target.ts';

const SETTLE_MS = 1_200;

/** Libraries begin to drag after a few pixels, and look where the pointer is on the way. */
const STEPS = 8;
const STEP_MS = 15;

/** Some look only now and then where it is: it rests before it is let go. */
const RESTS_MS = 150;

export const drag: PageAction<'drag'> = async ({ target, to }) => {
  const source = findTarget(target);
  const goal = findTarget(to);
  const { point: from, hit } = await makeActionable(source);
  const aftermath = new Aftermath();
  moveOver(hit, from);
  const allowed = pressDown(hit, from);
  const draggable =
    plain(hit).closest<HTMLElement>('[draggable="true"]') ?? (plain(source).matches('a[href], img') ? source : null);
  if (allowed && draggable) {
    const dropped = await dragAndDrop(draggable, goal, from);
    await aftermath.settled(SETTLE_MS);
    return { dragged: true, dropped, by: 'drag events', ...ifHidden() };
  }
  await carry(hit, goal, from);
  await aftermath.settled(SETTLE_MS);
  return { dragged: true, by: 'pointer events', ...ifHidden() };
};

/** Says whether the goal took it. */
async function dragAndDrop(source: Element, goal: Element, from: Point): Promise<boolean> {
  const dataTransfer = new DataTransfer();
  const send = (element: Element, type: string, { x, y }: Point, cancelable = true) =>
    plain(element).dispatchEvent(
      new DragEvent(type, {
        dataTransfer,
        bubbles: true,
        cancelable,
        composed: true,
        clientX: x,
        clientY: y,
        view: window,
      }),
    );
  if (!send(source, 'dragstart', from)) return false;
  send(source, 'drag', from);
  await delay(STEP_MS);
  bringIntoView(goal);
  const at = middleOf(goal);
  send(goal, 'dragenter', at);
  send(goal, 'dragover', at);
  await delay(RESTS_MS);
  const taken = !send(goal, 'dragover', at);
  await delay(STEP_MS);
  if (taken) send(goal, 'drop', at);
  else send(goal, 'dragleave', at, false);
  send(source, 'dragend', at, false);
  return taken;
}

async function carry(source: Element, goal: Element, from: Point): Promise<void> {
  const end = middleOf(goal);
  for (let step = 1; step <= STEPS; step++) {
    const at = { x: from.x + ((end.x - from.x) * step) / STEPS, y: from.y + ((end.y - from.y) * step) / STEPS };
    moveHeld(under(at) ?? source, at);
    await delay(STEP_MS);
  }
  await delay(RESTS_MS);
  moveHeld(under(end) ?? goal, end);
  await delay(STEP_MS);
  release(under(end) ?? goal, end);
}

function under({ x, y }: Point): Element | null {
  return deepElementFromPoint({ x, y }) ?? null;
}

function middleOf(element: Element): Point {
  const { left, top, width, height } = plain(element).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
