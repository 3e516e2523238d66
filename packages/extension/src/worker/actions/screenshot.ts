import type { Params, Picture } from '@helve/browser/protocol';
import { Failure, fromActionFailure } from '../../failure.ts';
import type { Box, View, ViewAnswer, ViewStep } from '../../page-message.ts';
import { tabAt, tabOf, type WorkerAction, type WorkerCall } from '../request/call.ts';
import { absent } from '../chrome-fault.ts';
import { Canvas } from '../picture/canvas.ts';
import { bitmapOf, capture } from '../picture/capture.ts';
import { hideForbidden } from '../picture/hide-frames.ts';
import { frameOf, noteHandles, numbersFor, staleHandle } from '../page/handles.ts';
import { isInOwnWindow } from '../tabs/own-window.ts';
import { documentOf, sendToDocument, untilItStays } from '../page/ask-page.ts';

type Asked = Params<'screenshot'>;

/** No canvas is higher. */
const HIGHEST_PX = 16_000;

/** What is left of the time when no further part of a long page is begun. */
const LAST_MS = 2_000;

let turn: Promise<unknown> = Promise.resolve();

/** One at a time: a tab must stay in front of its window until its picture is taken. */
export const screenshot: WorkerAction<'screenshot'> = async (params, call) => {
  if (params.debugger) {
    throw new Failure(
      'DEBUGGER_DISABLED',
      'Screenshots are taken without a debugger',
      "Leave --debugger out: a tab of an agent is brought to the front of the agents' own window without it.",
    );
  }
  // A page that hangs may never be drawn; who comes next does not wait for it longer than who asked.
  const taken = turn.then(() => Promise.race([take(params, call), abortOf(call.signal)]));
  turn = taken.catch(() => {});
  return { data: await taken };
};

async function take(params: Asked, call: WorkerCall): Promise<Picture> {
  call.signal.throwIfAborted();
  const tab = await tabAt(tabOf(call));
  const shown = await show(tab, params.activate);
  const unhide = await hideForbidden(call);
  try {
    return { ...(await takeShown(params, call, tab)), shown };
  } finally {
    await unhide();
  }
}

async function takeShown(params: Asked, call: WorkerCall, tab: chrome.tabs.Tab): Promise<Omit<Picture, 'shown'>> {
  const { windowId } = tab;
  if (!params.fullPage && !params.target && !params.annotate) {
    const url = await capture(windowId, params.format, call.signal);
    const bitmap = await bitmapOf(url);
    const { width, height } = bitmap;
    const scale = width / (tab.width || width);
    return { base64: url.slice(url.indexOf(',') + 1), format: params.format, width, height, scale, tiles: 1 };
  }
  return untilItStays(call, () => compose(params, call, windowId));
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** Has the tab drawn, without anything changing for a person unless that was asked for. */
async function show(tab: chrome.tabs.Tab, activate: boolean): Promise<Picture['shown']> {
  const window = await chrome.windows.get(tab.windowId);
  if (window.state === 'minimized') {
    if (!activate) throw notVisible('its window is minimized');
    await chrome.windows.update(tab.windowId, { state: 'normal' });
  }
  if (tab.active) return window.state === 'minimized' ? 'activated' : 'already';
  const own = await isInOwnWindow(tab);
  if (!own && !activate) throw notVisible('another tab is in front of it');
  await chrome.tabs.update(tab.id ?? 0, { active: true });
  return own ? 'in-own-window' : 'activated';
}

function notVisible(why: string): Failure {
  return new Failure(
    'TAB_NOT_VISIBLE',
    `No picture can be taken of the tab: ${why}`,
    'Bring it to the front with --activate, or open the page in a tab of its own: helve browser tab open',
    { reason: why },
  );
}

/** Puts the picture of a region together of as many as it takes. */
async function compose(params: Asked, call: WorkerCall, windowId: number): Promise<Omit<Picture, 'shown'>> {
  const { format, target, fullPage, annotate } = params;
  const ask = await openView(call, target);
  try {
    const { region, seen, marks } = await ask({ kind: 'begin', target, fullPage, annotate });
    const inSight = holds(seen, region);
    const first = inSight ? seen : (await ask({ kind: 'show', x: region.x, y: region.y, first: true })).seen;
    const tiles = [{ bitmap: await picture(), seen: first }];
    const scale = (tiles[0]?.bitmap.width ?? 1) / first.width;
    const most = Math.min(region.height, Math.floor(HIGHEST_PX / scale));
    let until = bottom(first);
    while (until < region.y + most && Date.now() < call.request.deadline - LAST_MS) {
      const next = await ask({ kind: 'show', x: region.x, y: until, first: false });
      if (bottom(next.seen) <= until) break;
      tiles.push({ bitmap: await picture(), seen: next.seen });
      until = bottom(next.seen);
    }
    const height = Math.min(most, until - region.y);
    const width = Math.min(region.width, first.x + first.width - region.x);
    const canvas = new Canvas({ ...region, width, height }, scale);
    for (const tile of tiles) canvas.draw(tile.bitmap, tile.seen);
    return {
      ...(annotate ? { marks: canvas.mark(marks) } : {}),
      base64: await canvas.encode(format),
      format,
      width: canvas.width,
      height: canvas.height,
      scale,
      tiles: tiles.length,
      ...(height < region.height - 1 ? { cutFrom: Math.round(region.height * scale) } : {}),
    };
  } finally {
    await ask({ kind: 'end' }).catch(absent);
  }

  async function picture(): Promise<ImageBitmap> {
    return bitmapOf(await capture(windowId, 'png', call.signal));
  }
}

/** A way to ask the page to get ready. */
async function openView(call: WorkerCall, target: Asked['target']): Promise<(step: ViewStep) => Promise<View>> {
  const tabId = tabOf(call);
  const { session } = call.request;
  const { frameId, documentId } = await frameOf(session, tabId, target);
  if (frameId !== 0) {
    throw new Failure(
      'ELEMENT_NOT_ACTIONABLE',
      'The element is in a frame, of which no picture can be taken by itself',
      'Take one of the page, or of the frame: --selector iframe',
      { reason: 'in a frame' },
    );
  }
  const document = await documentOf(tabId, 0);
  if (documentId !== undefined && documentId !== document) throw staleHandle((target as { handle: string }).handle);
  return async (step) => {
    const numbers = await numbersFor(session, document);
    const ask = { helve: 'view' as const, ...numbers, step };
    const answer = await sendToDocument<ViewAnswer>({ tabId, frameId: 0, documentId: document }, ask);
    if (!answer.ok) throw fromActionFailure(answer.error);
    await noteHandles(session, numbers, answer.nextHandle, { tabId, frameId: 0, documentId: document });
    return answer.view;
  };
}

function bottom({ y, height }: Box): number {
  return y + height;
}

function holds(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    bottom(inner) <= bottom(outer)
  );
}
