import { randomUUID } from 'node:crypto';
import { call, worded } from '@helve/command';
import type * as v from 'valibot';
import type { input } from '../commands/browser/read/pdf.ts';
import type { Devtools } from '../connection/devtools.ts';
import { browserError } from '../errors.ts';
import { browserRun } from '../perform.ts';
import { EXTENSION_ID } from '../protocol.ts';
import { waitFor } from '../relay/queue.ts';
import { writeResult } from './picture-file.ts';

/** Prints the page of a tab. The extension cannot; the browser itself does, where helve has started it for that. */
export const printPdf = browserRun(
  async (given: v.InferOutput<typeof input>, { relay, act, patience }, { place: { home, cwd }, now }) => {
    const session = relay.sessions.get(given.session);
    const tab = relay.sessions.tab(session, undefined);
    const devtools = await relay.launcher.devtools(relay.linkFor(session, undefined).browser.name);
    if (!devtools) throw unavailable();
    const mark = randomUUID();
    const { url } = await act('pdf.prepare', { mark }, { session, tab });
    const printing = print(devtools, url, mark, given.landscape).then(
      (bytes) => ({ bytes }),
      (thrown: Error) => ({ thrown }),
    );
    const printed = await waitFor(printing, patience);
    if ('thrown' in printed)
      throw browserError('SCRIPT_ERROR', `The page could not be printed: ${printed.thrown.message}`);
    const { bytes } = printed;
    const file = await writeResult(bytes, PDF, { outputDir: given.outputDir, home, cwd, now: now() });
    return { file, size: bytes.length };
  },
);

const PDF = { folder: 'pdf', name: 'page', extension: 'pdf' } as const;

async function print(devtools: Devtools, url: string, mark: string, landscape: boolean): Promise<Buffer> {
  const { targetInfos } = await devtools.send<{ targetInfos: readonly Target[] }>('Target.getTargets', {});
  const candidates = targetInfos.filter((target) => target.type === 'page' && target.url === url);
  for (const { targetId } of candidates) {
    const attach = { targetId, flatten: true };
    const { sessionId } = await devtools.send<{ sessionId: string }>('Target.attachToTarget', attach);
    try {
      if (!(await hasMark(devtools, sessionId, mark))) continue;
      const options = { landscape, printBackground: true };
      const { data } = await devtools.send<{ data: string }>('Page.printToPDF', options, sessionId);
      return Buffer.from(data, 'base64');
    } finally {
      await devtools.send('Target.detachFromTarget', { sessionId }).catch(() => {});
    }
  }
  throw new Error('the page went elsewhere meanwhile');
}

interface Target {
  readonly targetId: string;
  readonly type: string;
  readonly url: string;
}

/** Whether it is the page that was judged: its mark is among our own variables there, where no page sees it. */
async function hasMark(devtools: Devtools, sessionId: string, mark: string): Promise<boolean> {
  const created = await devtools.during(sessionId, 'Runtime.executionContextCreated', () =>
    devtools.send('Runtime.enable', {}, sessionId),
  );
  await devtools.send('Runtime.disable', {}, sessionId);
  for (const { context } of created as readonly { context: { id: number; origin: string } }[]) {
    if (context.origin !== `chrome-extension://${EXTENSION_ID}`) continue;
    const asked = { expression: 'globalThis.helvePrints', contextId: context.id, returnByValue: true };
    const { result } = await devtools.send<{ result: { value?: unknown } }>('Runtime.evaluate', asked, sessionId);
    if (result.value === mark) return true;
  }
  return false;
}

function unavailable() {
  return browserError(
    'DEBUGGER_DISABLED',
    'Only a browser that helve runs without a window can print: no debugger is attached to any other',
    worded`Start one (${call('browser launch', { headless: true })}), or take a picture: ${call('browser screenshot', { fullPage: true })}`,
  );
}
