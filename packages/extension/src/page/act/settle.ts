import type { MaybeHidden } from '@helve/browser/protocol';
import type { PendingAsk } from '../../page-message.ts';
import { makeMark } from '../../request-mark.ts';
import { page } from '../element/plain.ts';
import { askWorker } from '../worker/ask-worker.ts';
import { delay } from '../worker/delay.ts';

const FRAME_MS = 16;

/** The worker waits for the mark for half of that. */
const ANSWER_MS = 1_000;

/** What was asked for just before the page was watched may be why it was acted on. */
const BEFORE_MS = 200;

/** Sees what a doing leads to in the page. Made before it. */
export class Aftermath {
  readonly #began = Date.now();
  #changed = false;
  readonly #observer = new MutationObserver(() => {
    this.#changed = true;
  });

  constructor() {
    this.#observer.observe(document, { subtree: true, childList: true, characterData: true });
  }

  /**
   * Waits until the page has stopped changing, or long enough; says whether it has. It has when a frame was drawn in which
   * nothing was added, removed or written, or two after one in which something was, and nothing it has asked for is on its way.
   */
  async settled(longestMs: number): Promise<boolean> {
    const end = Date.now() + longestMs;
    let [quiet, needed] = [0, 1];
    let askedLast = this.#began;
    try {
      while (Date.now() < end) {
        await frame();
        quiet = this.#changed ? 0 : quiet + 1;
        if (this.#changed) needed = 2;
        this.#changed = false;
        if (quiet < needed || page.readyState !== 'complete') continue;
        const now = Date.now();
        if (!(await waitsForSomething(this.#began, askedLast)) && !this.#changed) return true;
        // What comes has yet to be read and written to the page.
        [quiet, needed, askedLast] = [0, 2, now];
      }
      return false;
    } finally {
      this.#observer.disconnect();
    }
  }
}

/** Nothing is drawn of a tab that nobody sees. */
function frame(): Promise<void> {
  if (page.hidden) return delay(FRAME_MS);
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
    // It may be hidden in the meantime.
    setTimeout(resolve, 100);
  });
}

/**
 * Whether something that the page asked its servers for since it was acted on is on its way, or came since it was asked last;
 * the worker sees that.
 */
async function waitsForSomething(began: number, askedLast: number): Promise<boolean> {
  const mark = makeMark();
  const ask: PendingAsk = { helve: 'pending', since: began - BEFORE_MS, began, read: askedLast, mark: mark?.url };
  const answer = await askWorker<boolean>(ask, ANSWER_MS);
  // What came for the page before has reached it when the answer to this has.
  if (answer === false) await mark?.answered;
  // The worker was ended meanwhile: the next one is asked.
  return answer ?? true;
}

/** Says that the tab is in the background, where that makes a difference. */
export function ifHidden(): MaybeHidden {
  return page.hidden ? { hidden: true } : {};
}
