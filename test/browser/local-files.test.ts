import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Picture } from '../../packages/browser/src/protocol.ts';
import { useBrowser } from '../kit/browser.ts';
import { openSandbox } from '../kit/helve.ts';
import { readPng } from '../kit/png.ts';
import { usePages } from '../kit/pages.ts';

/** Files that a browser shows follow the permissions for files, and helve's own are never shown. */
const home = useBrowser();
const pages = usePages({ '/': '<!doctype html><title>Web</title>' });

const SECRET = 'the words of the secret';
let base = '';
const at = (path: string) => pathToFileURL(join(base, path)).href;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'helve-local-')));
  await mkdir(join(base, 'secret'));
  await mkdir(join(base, 'site'));
  await writeFile(join(base, 'secret/a.txt'), SECRET);
  await writeFile(join(base, 'secret/a.zip'), SECRET);
  await writeFile(join(base, 'secret/red.svg'), svg('red'));
  await writeFile(join(base, 'site/blue.svg'), svg('blue'));
  await writeFile(join(base, 'site/plain.html'), '<title>Plain</title><p>Public</p><img src="blue.svg">');
  await writeFile(
    join(base, 'site/index.html'),
    `<title>Site</title><h1>Public</h1><a id="to" href="../secret/a.txt">Secret</a>
     <a id="new" target="_blank" href="../secret/a.txt">New tab</a><a id="save" href="../secret/a.zip">Save</a>
     <iframe src="../secret/a.txt"></iframe><object data="../secret/a.txt"></object>`,
  );
  await writeFile(join(base, 'site/framed.html'), '<body style="margin:0"><iframe src="../secret/red.svg"></iframe>');
  await writeFile(join(base, 'site/image.html'), '<body style="margin:0"><img src="../secret/red.svg">');
  await writeFile(join(base, 'site/leads.html'), '<meta http-equiv="refresh" content="0;url=../secret/a.txt">');
  await writeFile(
    join(base, 'site/own.html'),
    `<iframe src="${pathToFileURL(join(home.home, 'token')).href}"></iframe>`,
  );
  await symlink(join(base, 'secret/a.txt'), join(base, 'site/link.txt'));
  await symlink(join(home.home, 'token'), join(base, 'site/token-link.txt'));
  return () => rm(base, { recursive: true });
});

const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="${color}"/></svg>`;

const permissions = (given: object) =>
  writeFile(join(home.home, 'settings.json'), JSON.stringify({ permissions: given }));
const hideSecret = () => permissions({ deny: [`Read(/${base}/secret/**)`] });

afterEach(async () => {
  await rm(join(home.home, 'settings.json'), { force: true });
  const { sessions } = await home.data<{ sessions: readonly { session: string }[] }>('session list');
  for (const { session } of sessions) await home.data('session close', { session });
});

/** Whether a picture of the tab has a pixel of that color. */
async function hasColor(session: string, isColor: (red: number, green: number, blue: number) => boolean) {
  const { base64 } = await home.data<Picture>('screenshot', { session, inline: true });
  const { width, height, at: colorAt } = readPng(Buffer.from(base64, 'base64'));
  for (let y = 0; y < height; y += 5) for (let x = 0; x < width; x += 5) if (isColor(...colorAt(x, y))) return true;
  return false;
}
const isRed = (red: number, green: number, blue: number) => red > 200 && green < 60 && blue < 60;

describe('a file that a Read rule denies', () => {
  it.each(['secret/a.txt', 'secret/a.txt?x#y', 'secret/', 'site/link.txt', 'site/../secret/a%2Etxt'])(
    'is not opened by its address: %s',
    async (path) => {
      const { session } = await home.open(`${pages.origin}/`);
      await hideSecret();
      const url = `${pathToFileURL(base).href}/${path}`;
      for (const [action, input] of [
        ['navigate', { session, url }],
        ['tab open', { url }],
        ['download', { session, url }],
      ] as const) {
        expect(await home.failure(action, input)).toMatchObject({ code: 'PERMISSION_DENIED' });
      }
      expect(await home.envelope('text', { session })).toMatchObject({ ok: true, page: { title: 'Web' } });
    },
  );

  it('is not read after a page led there by itself', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    await hideSecret();
    await home.envelope('navigate', { session, url: at('site/leads.html') });
    await expect.poll(() => home.envelope('text', { session })).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
  });

  it('is not read after a link, a new tab, or a person led there, nor as a frame', async () => {
    const { session } = await home.open(at('site/index.html'));
    expect(JSON.stringify(await home.data('text', { session }))).toContain(SECRET);
    await hideSecret();
    for (const action of ['text', 'snapshot', 'elements', 'dom']) {
      const given = await home.envelope(action, { session });
      expect([action, given.ok]).toEqual([action, true]);
      expect(JSON.stringify(given)).not.toContain(SECRET);
    }
    const clicked = await home.envelope('click', { session, selector: '#to' });
    expect(clicked).toMatchObject({ ok: true, page: { url: 'file:', title: '' } });
    for (const action of ['text', 'screenshot', 'dom', 'snapshot']) {
      expect(await home.failure(action, { session })).toMatchObject({
        code: 'PERMISSION_DENIED',
        category: 'policy',
        details: { file: at('secret/a.txt') },
      });
    }
    expect(await home.data('tab list', { session })).toMatchObject({ tabs: [{ url: 'file:', title: '' }] });
    await home.data('navigate', { session, url: at('site/plain.html') });
    expect(await home.data('text', { session })).toMatchObject({ text: expect.stringContaining('Public') });
  });

  it('is not read in a tab that a link opened', async () => {
    const { session } = await home.open(at('site/index.html'));
    await hideSecret();
    await home.envelope('click', { session, selector: '#new' });
    await expect.poll(() => home.data<object>('tab list', { session })).toMatchObject({ tabs: [{}, { tab: 't2' }] });
    await home.data('session bind', { session, tab: 't2' });
    await expect.poll(() => home.envelope('text', { session })).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
  });

  it('is not saved by a link, and nothing of it is left', async () => {
    const { session } = await home.open(at('site/index.html'));
    await hideSecret();
    expect(await home.failure('download', { session, selector: '#save' })).toMatchObject({ code: 'PERMISSION_DENIED' });
    const saved = () => readdir(join(home.home, 'test-browsers/main/Downloads')).catch(() => []);
    expect(await saved()).toEqual([]);
    await home.data('click', { session, selector: '#save' });
    await expect.poll(() => home.browser.inWorker('chrome.downloads.search({}).then(({ length }) => length)')).toBe(0);
    expect(await saved()).toEqual([]);
  });

  it('is in no picture: a frame is empty, and a page with such an image has none', async () => {
    const { session } = await home.open(at('site/framed.html'));
    expect(await hasColor(session, isRed)).toBe(true);
    await hideSecret();
    expect(await hasColor(session, isRed)).toBe(false);
    await rm(join(home.home, 'settings.json'));
    expect(await hasColor(session, isRed)).toBe(true);
    await home.data('navigate', { session, url: at('site/image.html') });
    await hideSecret();
    expect(await home.failure('screenshot', { session })).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { file: at('secret/red.svg') },
    });
    await home.data('navigate', { session, url: at('site/plain.html') });
    expect(await home.data('screenshot', { session })).toMatchObject({ format: 'png' });
  });

  it('stays closed to one caller in a session in which another has opened it', async () => {
    const { session } = await home.open(at('secret/a.txt'));
    const sandbox = await openSandbox();
    sandbox.env.HELVE_HOME = home.home;
    await mkdir(join(sandbox.dir, '.helve'));
    await writeFile(
      join(sandbox.dir, '.helve/settings.json'),
      JSON.stringify({ permissions: { deny: [`Read(/${base}/secret/**)`] } }),
    );
    const { code, stdout } = await sandbox.helve(['browser', 'text', '-s', session]);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { code: 'PERMISSION_DENIED' } }]);
    expect(await home.data('text', { session })).toEqual({ text: SECRET });
  });
});

it('a folder outside the roots is not shown', async () => {
  await permissions({ roots: [join(base, 'site'), home.home] });
  const opened = await home.data<{ session: string }>('tab open', { url: at('site/plain.html') });
  for (const path of ['secret/a.txt', 'site/link.txt', '.']) {
    const given = await home.envelope('navigate', { session: opened.session, url: at(path) });
    expect(given).toMatchObject({ ok: false, error: { category: 'policy' } });
  }
});

it('a file that must be asked about is shown once somebody has agreed to it, and not by a link', async () => {
  const sandbox = await openSandbox();
  sandbox.env.HELVE_HOME = home.home;
  await permissions({ ask: [`Read(/${base}/secret/**)`] });
  const { session } = await home.open(at('site/index.html'));
  const inMode = async (...words: string[]) =>
    JSON.parse((await sandbox.helve(['browser', ...words, '-s', session, '--permission-mode', 'default'])).stdout);
  // In this mode ask rules count, and nobody is there to be asked.
  expect(await inMode('text')).toMatchObject({ ok: true });
  await home.data('click', { session, selector: '#to' });
  expect(await inMode('text')).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
});

describe('the state folder of helve', () => {
  it.each(['token', '', 'settings.json', 'browsers.json', 'test-browsers/main/extension/bootstrap.json'])(
    'is shown to nobody: %s',
    async (name) => {
      const { session } = await home.open(`${pages.origin}/`);
      const url = pathToFileURL(join(home.home, name)).href;
      for (const [action, input] of [
        ['navigate', { session, url }],
        ['tab open', { url }],
        ['download', { session, url }],
      ] as const) {
        expect(await home.failure(action, input)).toMatchObject({
          code: 'PERMISSION_DENIED',
          message: expect.stringContaining('it belongs to helve itself'),
        });
      }
    },
  );

  it('is not reached by a link to it or in a frame', async () => {
    const { session } = await home.open(`${pages.origin}/`);
    expect(await home.failure('navigate', { session, url: at('site/token-link.txt') })).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    await home.data('navigate', { session, url: at('site/own.html') });
    expect(await home.data('text', { session })).toEqual({ text: expect.not.stringMatching(/[0-9a-f]{64}/) });
  });
});

it('the source of a page is not shown in place of it', async () => {
  const { session } = await home.open(`${pages.origin}/`);
  onTestFinished(() => rm(join(home.home, 'settings.json'), { force: true }));
  await hideSecret();
  for (const url of [`view-source:${at('secret/a.txt')}`, `VIEW-SOURCE:${at('secret/a.txt')}`]) {
    expect(await home.failure('navigate', { session, url })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await home.failure('tab open', { url })).toMatchObject({ code: 'INVALID_INPUT' });
  }
});
