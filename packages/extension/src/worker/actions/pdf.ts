import { goneOr, untilItStays } from '../page/ask-page.ts';
import { hideForPrint } from '../picture/hide-frames.ts';
import { tabAt, tabOf, type WorkerAction } from '../request/call.ts';

declare global {
  // oxlint-disable-next-line no-var -- only var declares a property of globalThis
  var helvePrints: string | undefined;
}

/** Hides from the print what may not be read, and marks the page among our own variables in it. */
export const preparePdf: WorkerAction<'pdf.prepare'> = async ({ mark }, call) => {
  const tabId = tabOf(call);
  await untilItStays(call, async () => {
    await hideForPrint(call);
    const func = (given: string) => {
      globalThis.helvePrints = given;
    };
    await chrome.scripting.executeScript({ target: { tabId }, func, args: [mark] }).catch((thrown: unknown) => {
      throw goneOr(tabId, thrown);
    });
  });
  const { url = '' } = await tabAt(tabId);
  return { data: { url } };
};
