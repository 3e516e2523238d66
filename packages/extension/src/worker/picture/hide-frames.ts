import { Failure } from '../../failure.ts';
import { absent } from '../chrome-fault.ts';
import { framesByPermit } from '../page/permitted-frames.ts';
import { permit } from '../people/permits.ts';
import { tabOf, type WorkerCall } from '../request/call.ts';
import { filesIn } from '../tabs/local-files.ts';

/** The root of an SVG image is shown whatever its `display` is. */
const HIDDEN = `:root { display: none !important; opacity: 0 !important }
  :root, :root * { visibility: hidden !important }
  :root, body { background: none !important }`;

/** A page that hangs is not drawn, and its picture shows what was drawn before: then none is taken. */
const DRAWN_MS = 2_000;

/**
 * A picture shows frames as well as the page. Frames that may not be read are empty in it; a page with a local file that
 * may not be read, such as an image, has no picture. Gives a function that shows the frames again.
 */
export async function hideForbidden(call: WorkerCall): Promise<() => Promise<void>> {
  const frameIds = await forbiddenFrames(call);
  if (frameIds.length === 0) return async () => {};
  const tabId = tabOf(call);
  const change = { target: { tabId, frameIds }, css: HIDDEN, origin: 'USER' as const };
  await chrome.scripting.insertCSS(change);
  await drawn(tabId, frameIds);
  return () => chrome.scripting.removeCSS(change).catch(absent);
}

/** The same for a print. A frame that is hidden only there may stay so. */
export async function hideForPrint(call: WorkerCall): Promise<void> {
  const frameIds = await forbiddenFrames(call);
  if (frameIds.length === 0) return;
  const target = { tabId: tabOf(call), frameIds };
  await chrome.scripting.insertCSS({ target, css: `@media print { ${HIDDEN} }`, origin: 'USER' });
}

async function forbiddenFrames(call: WorkerCall): Promise<number[]> {
  for (const file of await filesIn(tabOf(call))) await permit(call.request, file, call.signal);
  return (await framesByPermit(call)).forbidden;
}

/** Waits until the frames were drawn without their content. */
async function drawn(tabId: number, frameIds: number[]): Promise<void> {
  const drawing = chrome.scripting.executeScript({
    target: { tabId, frameIds },
    injectImmediately: true,
    func: () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  });
  const late = new Promise<never>((_, reject) => {
    const failure = new Failure('TAB_NOT_VISIBLE', 'A frame that may not be read could not be hidden from the picture');
    setTimeout(() => reject(failure), DRAWN_MS);
  });
  await Promise.race([drawing, late]);
}
