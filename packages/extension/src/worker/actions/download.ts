import { type Data, isLocal, type Params } from '@helve/browser/protocol';
import { Failure } from '../../failure.ts';
import type { WorkerAction, WorkerCall } from '../request/call.ts';
import { absent, tabFailure } from '../chrome-fault.ts';
import { permit } from '../people/permits.ts';
import { leaving } from './leaving.ts';

const click = leaving('click', () => ({ clicked: true, disappeared: true, stable: true }));

const LOOK_MS = 50;

/** How long after the click a download must have begun. */
const BEGINS_MS = 10_000;

export const download: WorkerAction<'download'> = async (params, call) => {
  const known = new Set(
    Array.isArray(call.notes.known) ? call.notes.known : (await chrome.downloads.search({})).map(({ id }) => id),
  );
  await call.note({ known: [...known] });
  const begun = call.resumed ? await newest(known) : undefined;
  const id = begun ?? (await begin(params, call, known));
  await permitSource(id, call);
  return { data: await finished(id, call) };
};

/** The number of the download that this leads to. */
async function begin({ url, target }: Params<'download'>, call: WorkerCall, known: Set<number>): Promise<number> {
  if (url !== undefined) {
    return chrome.downloads.download({ url }).catch((thrown: unknown) => {
      throw tabFailure(-1, thrown, { code: 'NAVIGATION_FAILED', hint: 'Check the address.' });
    });
  }
  if (target) await click({ target, button: 'left', count: 1 }, call);
  const end = Math.min(Date.now() + BEGINS_MS, call.request.deadline);
  while (Date.now() < end) {
    const id = await newest(known);
    if (id !== undefined) return id;
    await pause(call);
  }
  throw new Failure(
    'NAVIGATION_FAILED',
    'Nothing was downloaded after the click',
    'Look at the page; it may ask something first. An address can be given with --url.',
  );
}

async function newest(known: ReadonlySet<number>): Promise<number | undefined> {
  const items = await chrome.downloads.search({ orderBy: ['-startTime'], limit: 10 });
  return items.findLast(({ id }) => !known.has(id))?.id;
}

/** A link may lead to a local file that the agent may not read; nothing of it is kept then. */
async function permitSource(id: number, { request, signal }: WorkerCall): Promise<void> {
  const [item] = await chrome.downloads.search({ id });
  if (!item || !isLocal(item.url)) return;
  await permit(request, item.url, signal).catch(async (thrown: unknown) => {
    await discard(id);
    throw thrown;
  });
}

async function discard(id: number): Promise<void> {
  await chrome.downloads.cancel(id).catch(absent);
  await chrome.downloads.removeFile(id).catch(absent);
  await chrome.downloads.erase({ id }).catch(absent);
}

/** A page of an agent that is a local file can have another one saved, which nobody has judged. */
export function listenToLocalDownloads(agentTabs: () => readonly number[], isJudged: () => boolean): void {
  chrome.downloads.onCreated.addListener(({ id, url }) => {
    if (isLocal(url) && !isJudged()) void discardUnlessOfPerson(id, agentTabs());
  });
}

async function discardUnlessOfPerson(id: number, agentTabs: readonly number[]): Promise<void> {
  const tabs = await Promise.all(agentTabs.map((tabId) => chrome.tabs.get(tabId).catch(absent)));
  if (tabs.some((tab) => isLocal(tab?.url ?? ''))) await discard(id);
}

async function finished(id: number, call: WorkerCall): Promise<Data<'download'>> {
  for (;;) {
    const [item] = await chrome.downloads.search({ id });
    if (!item) throw new Failure('SCRIPT_ERROR', 'The download was removed from the list');
    const { state, filename: file, fileSize: size, finalUrl: url, mime: mimeType, error } = item;
    if (state === 'complete') return { file, size, url, mimeType };
    if (state === 'interrupted') {
      throw new Failure('NAVIGATION_FAILED', `The download ended early: ${error ?? 'interrupted'}`, undefined, {
        error,
      });
    }
    await pause(call);
  }
}

async function pause({ signal }: WorkerCall): Promise<void> {
  signal.throwIfAborted();
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
