import type { Params } from '@helve/browser/protocol';
import { tabAt, tabOf, type WorkerAction, type WorkerCall } from '../request/call.ts';
import { askFrame, PageGone } from '../page/ask-page.ts';

const LOOK_MS = 50;

/** Waits across pages: one that leaves is followed by the next. */
export const wait: WorkerAction<'wait'> = async ({ strategy, target, milliseconds }, call) => {
  const began = Date.now();
  const elapsed = () => Date.now() - began;
  const left = () => Math.max(0, milliseconds - elapsed());
  if (strategy === 'url' || strategy === 'navigation' || strategy === 'load') {
    const isThere = strategy === 'load' ? () => true : addressMatcher(target);
    const loaded = strategy !== 'url';
    while (!(await isAt(call, isThere, loaded))) {
      if (left() === 0) return { data: { matched: false, elapsed: elapsed() } };
      await pause(call, LOOK_MS);
    }
    if (strategy !== 'navigation') return { data: { matched: true, elapsed: elapsed() } };
  }
  for (;;) {
    const seen = await look({ strategy, target, milliseconds: left() }, call);
    if (seen?.data.matched || left() === 0) {
      const data = { matched: seen?.data.matched ?? false, elapsed: elapsed() };
      return seen ? { data, page: seen.page } : { data };
    }
    await pause(call, LOOK_MS);
  }
};

/** Undefined when the page left meanwhile. */
async function look(params: Params<'wait'>, call: WorkerCall) {
  try {
    return await askFrame('wait', params, call, { tabId: tabOf(call), frameId: 0, documentId: undefined });
  } catch (thrown) {
    if (thrown instanceof PageGone) return undefined;
    throw thrown;
  }
}

async function isAt(call: WorkerCall, isThere: (url: string) => boolean, loaded: boolean): Promise<boolean> {
  const tabId = tabOf(call);
  const { url = '', status } = await tabAt(tabId);
  return isThere(url) && (!loaded || status === 'complete');
}

/** The address itself, or with `*` for anything. */
function addressMatcher(target: string): (url: string) => boolean {
  const pieces = target.split('*').map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`^${pieces.join('.*')}$`);
  return (url) => url === target || (pieces.length > 1 && pattern.test(url));
}

async function pause({ signal }: WorkerCall, milliseconds: number): Promise<void> {
  signal.throwIfAborted();
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
