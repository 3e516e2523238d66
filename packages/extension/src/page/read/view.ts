import type { Target } from '@helve/browser/protocol';
import { Failure, toActionFailure } from '../../failure.ts';
import type { Box, View, ViewAnswer, ViewAsk, ViewStep } from '../../page-message.ts';
import { handles } from '../element/handles.ts';
import { isInteractive } from '../element/interactive.ts';
import { nameOf } from '../element/name.ts';
import { page, plain } from '../element/plain.ts';
import { elementsIn } from '../element/shadow.ts';
import { findTarget } from '../element/target.ts';
import { isRendered } from '../element/visible.ts';

const MOST_MARKS = 300;

/** A worker that is ended in the middle never says that it is done. */
const FORGOTTEN_MS = 10_000;

let undo: (() => void)[] = [];
let forgotten: ReturnType<typeof setTimeout> | undefined;
/** What stays in its place while the page scrolls. */
let fixed: HTMLElement[] = [];

/** Gets the page ready for pictures of it, and makes it again what it was. */
export async function answerView({ step, nextHandle, lastHandle }: ViewAsk): Promise<ViewAnswer> {
  try {
    handles.continueAt(nextHandle, lastHandle);
    clearTimeout(forgotten);
    const view = await take(step);
    if (undo.length > 0) forgotten = setTimeout(restore, FORGOTTEN_MS);
    return { ok: true, view, nextHandle: handles.next };
  } catch (thrown) {
    restore();
    return { ok: false, error: toActionFailure(thrown) };
  }
}

async function take(step: ViewStep): Promise<View> {
  if (step.kind === 'end') {
    restore();
    return { region: seen(), seen: seen(), marks: [] };
  }
  if (step.kind === 'show') {
    if (!step.first) for (const element of fixed.splice(0)) change(element, { visibility: 'hidden' });
    scrollTo({ left: step.x, top: step.y, behavior: 'instant' });
    await drawn();
    return { region: seen(), seen: seen(), marks: [] };
  }
  restore();
  const region = begin(step);
  await drawn();
  return { region, seen: seen(), marks: step.annotate ? marksIn(region) : [] };
}

function begin({ target, fullPage }: { readonly target?: Target | undefined; readonly fullPage: boolean }): Box {
  if (!target && !fullPage) return seen();
  const [x, y] = [scrollX, scrollY];
  undo.push(() => scrollTo({ left: x, top: y, behavior: 'instant' }));
  if (target) return regionOf(findTarget(target));
  holdStill();
  const root = page.documentElement;
  return { x: 0, y: 0, width: root.clientWidth, height: Math.max(root.scrollHeight, page.body?.scrollHeight ?? 0) };
}

function regionOf(element: Element): Box {
  const { width, height } = plain(element).getBoundingClientRect();
  if (!isRendered(element) || width < 1 || height < 1) {
    throw new Failure(
      'ELEMENT_NOT_ACTIONABLE',
      `The ${plain(element).localName} is not visible`,
      'Choose another, or take a picture of the page.',
      { reason: 'not visible' },
    );
  }
  plain(element).scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  if (height > innerHeight) holdStill();
  return inPage(element);
}

/** So that no part of the page is seen twice on a picture that is put together of several. */
function holdStill(): void {
  const found: HTMLElement[] = [];
  for (const element of elementsIn(page.documentElement)) {
    if (!(element instanceof HTMLElement)) continue;
    const { position } = getComputedStyle(element);
    if (position === 'sticky') change(element, { position: 'relative', inset: 'auto' });
    if (position === 'fixed') found.push(element);
  }
  fixed = found;
}

function change(element: HTMLElement, style: Readonly<Record<string, string>>): void {
  const it = plain(element);
  const before = it.getAttribute('style');
  undo.push(() => {
    // Chrome removes an attribute that was never read only half.
    if (before === null && it.getAttribute('style') !== null) it.removeAttribute('style');
    else if (before !== null) it.setAttribute('style', before);
  });
  for (const [name, value] of Object.entries(style)) it.style.setProperty(name, value, 'important');
}

function restore(): void {
  for (const step of undo.toReversed()) step();
  undo = [];
  fixed = [];
}

function marksIn(region: Box): View['marks'] {
  const marks: View['marks'][number][] = [];
  for (const element of elementsIn(page.documentElement)) {
    if (marks.length >= MOST_MARKS) break;
    if (!isInteractive(element) || !isRendered(element)) continue;
    const box = inPage(element);
    if (box.width < 1 || box.height < 1 || !meet(box, region)) continue;
    marks.push({ handle: handles.of(element), name: nameOf(element), ...box });
  }
  return marks;
}

function meet(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function inPage(element: Element): Box {
  const { x, y, width, height } = plain(element).getBoundingClientRect();
  return { x: x + scrollX, y: y + scrollY, width, height };
}

function seen(): Box {
  return { x: scrollX, y: scrollY, width: innerWidth, height: innerHeight };
}

/** Resolves when what was changed is on the screen; nothing is ever drawn of a tab that nobody sees. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, LONGEST_FRAME_MS);
  });
}

const LONGEST_FRAME_MS = 300;
