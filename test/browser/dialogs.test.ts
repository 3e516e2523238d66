/** Dialogs of pages while the debugger is attached for the real pointer: nobody else closes them, and the page waits. */
import { describe, expect, it } from 'vitest';
import type { Data } from '../../packages/browser/src/protocol.ts';
import { readText, useBrowser } from '../kit/browser.ts';
import { usePages } from '../kit/pages.ts';

const home = useBrowser();
const pages = usePages({
  '/': `<!doctype html><output id="out"></output><button id="none">None</button>
    <button id="all" onclick="alert('Careful'); out.textContent = confirm('Sure?') + ' ' + prompt('Name?', 'nobody')">All</button>
    <button id="later" onclick="setTimeout(() => { alert('Late'); out.textContent = 'after it' }, 200)">Later</button>
    <button id="frame" onclick="const frame = document.createElement('iframe'); document.body.append(frame);
      out.textContent = frame.contentWindow.confirm('From a frame?')">Frame</button>`,
  '/asks': `<!doctype html><title>Asks</title><button>Touch</button><script>onbeforeunload = () => 'Stay?'</script>`,
  '/next': '<!doctype html><title>Next</title><button>Next</button>',
});

async function open(path: string) {
  const { session, tab } = await home.open(pages.origin + path);
  await home.data('hover', { session, at: '5,5', realPointer: true });
  return {
    session,
    tab,
    data: <Result>(action: string, input: object = {}) => home.data<Result>(action, { session, ...input }),
  };
}

const isDebugged = (path: string) =>
  home.browser.inWorker<boolean>(
    `chrome.debugger.getTargets().then((all) => all.some(({ url, attached }) => attached && url.endsWith(${JSON.stringify(path)})))`,
  );

/** Lets the time pass for which the debugger stays, and ends the worker that counts it. */
async function untilDetached(path: string): Promise<void> {
  await home.browser.inWorker(`chrome.storage.session.get(null).then((all) => chrome.storage.session.set(
    Object.fromEntries(Object.keys(all).filter((key) => key.startsWith('debugged:')).map((key) => [key, 0]))))`);
  await home.browser.stopWorker();
  await home.data('status');
  await expect.poll(() => isDebugged(path).catch(() => true), { timeout: 20_000 }).toBe(false);
}

describe('while the debugger is attached, a dialog', () => {
  it.each([true, false])('is closed and listed (click by the real pointer: %s)', async (realPointer) => {
    const page = await open('/');
    await page.data('click', { selector: '#all', realPointer });
    expect(await readText(home, page.session)).toContain('false null');
    expect(await page.data('dialog')).toEqual({
      seen: [
        { type: 'alert', message: 'Careful', answer: true },
        { type: 'confirm', message: 'Sure?', answer: false },
        { type: 'prompt', message: 'Name?', answer: null },
      ],
    });
  });

  it('is closed also when no command runs', async () => {
    const page = await open('/');
    await page.data('click', { selector: '#later' });
    expect(await page.data('wait', { strategy: 'text', target: 'after it' })).toMatchObject({ matched: true });
    expect((await page.data<Data<'dialog'>>('dialog')).seen).toEqual([
      { type: 'alert', message: 'Late', answer: true },
    ]);
  });

  it('is answered as the agent said, also in a frame that was not there then', async () => {
    const page = await open('/');
    await page.data('dialog', { accept: true });
    await page.data('click', { selector: '#frame', realPointer: true });
    expect(await readText(home, page.session)).toContain('true');
    expect((await page.data<Data<'dialog'>>('dialog')).seen).toEqual([
      { type: 'confirm', message: 'From a frame?', answer: true },
    ]);
  });
});

describe('the debugger', () => {
  it('is detached after a while, by whichever worker there is then', async () => {
    await open('/next?x');
    expect(await isDebugged('/next?x')).toBe(true);
    await untilDetached('/next?x');
  });

  it.each(['navigate', 'reload', 'tab close'])('answers a page that asks before it is left by %s', async (way) => {
    const page = await open('/asks');
    await page.data('click', { selector: 'button', realPointer: true });
    await untilDetached('/asks');
    const input = { navigate: { url: `${pages.origin}/next` }, 'tab close': { tab: page.tab } }[way] ?? {};
    expect(await home.envelope(way, { session: page.session, ...input }, { timeout: 15_000 })).toMatchObject({
      ok: true,
    });
  });
});
