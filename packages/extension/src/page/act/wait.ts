import type { PageAction } from '../actions.ts';
import { delay } from '../worker/delay.ts';
import { page, plain } from '../element/plain.ts';
import { elementsIn, shadowRootOf } from '../element/shadow.ts';
import { findAll } from '../element/target.ts';
import { isRendered } from '../element/visible.ts';

const LOOK_MS = 50;
const IDLE_MS = 500;

/** What the page itself can tell: it looks again and again until it is so or the time is over. */
export const wait: PageAction<'wait'> = async ({ strategy, target, milliseconds }) => {
  const began = performance.now();
  const elapsed = () => Math.round(performance.now() - began);
  const isSo = LOOKS[strategy]?.(target) ?? (() => true);
  for (;;) {
    if (isSo()) return { matched: true, elapsed: elapsed() };
    if (elapsed() >= milliseconds) return { matched: false, elapsed: elapsed() };
    await delay(LOOK_MS);
  }
};

const LOOKS: Readonly<Record<string, (target: string) => () => boolean>> = {
  selector: (selector) => () => findAll(document, selector).some(isRendered),
  text: (text) => () => shows(text),
  'text-gone': (text) => () => !shows(text),
  load: () => () => page.readyState === 'complete',
  navigation: () => idleFor(IDLE_MS / 5),
  idle: () => idleFor(IDLE_MS),
};

/** Whether a person could read it in the page, also in shadow trees. */
function shows(text: string): boolean {
  const wanted = normal(text);
  if (normal(page.body?.innerText ?? '').includes(wanted)) return true;
  for (const element of elementsIn(page.documentElement)) {
    const root = shadowRootOf(element);
    if (!root || !isRendered(element)) continue;
    const inner = [...root.children].filter((child): child is HTMLElement => child instanceof HTMLElement);
    if (inner.some((child) => normal(plain(child).innerText).includes(wanted))) return true;
  }
  return false;
}

/** Whether nothing has changed or been fetched for so long. */
function idleFor(quietMs: number): () => boolean {
  let last = '';
  let since = performance.now();
  return () => {
    const { length } = page.getElementsByTagName('*');
    const text = page.body?.textContent?.length ?? 0;
    const fetched = performance.getEntriesByType('resource').length;
    const now = `${location.href} ${length} ${text} ${fetched} ${page.readyState}`;
    if (now !== last) since = performance.now();
    last = now;
    return page.readyState === 'complete' && performance.now() - since >= quietMs;
  };
}

function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
