import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Mark } from '../../packages/browser/src/protocol.ts';
import { useBrowser } from '../kit/browser.ts';
import { usePages } from '../kit/pages.ts';
import { readPng } from '../kit/png.ts';

const home = useBrowser();
const RED = [255, 0, 0];
const GREEN = [0, 128, 0];
const BLUE = [0, 0, 255];
const YELLOW = [255, 255, 0];

/** Bands of 500 pixels, a bar that stays at the top and one that sticks, and a box of 100 by 50 far below. */
const pages = usePages({
  '/red': '<!doctype html><body style="margin:0;background:red">',
  '/blue': '<!doctype html><body style="margin:0;background:blue">',
  '/long': `<!doctype html><title>Long</title><style>body{margin:0} div{height:500px} .g{background:green} .b{background:blue}
    nav{position:fixed;top:0;left:0;width:100%;height:20px;background:red} p{position:sticky;top:0;margin:0;height:10px;background:yellow}
    #box{position:absolute;left:40px;top:1700px;width:100px;height:50px;background:yellow} button{position:absolute;left:200px;top:100px;width:80px;height:30px}</style>
    <nav></nav><div class=g></div><p></p><div class=b></div><div class=g></div><div class=b></div><div id=box></div><button>Save</button>`,
  '/noise': `<!doctype html><body style="margin:0"><canvas width="1200" height="4500"></canvas><script>
    const canvas = document.querySelector('canvas'), pen = canvas.getContext('2d'), image = pen.createImageData(1200, 4500);
    new Uint32Array(image.data.buffer).forEach((_, at, all) => { all[at] = (Math.random() * 2 ** 32) | 0xff000000; });
    pen.putImageData(image, 0, 0);</script>`,
  '/endless': '<!doctype html><body style="margin:0"><div style="height:40000px;background:green">',
});
const made: string[] = [];
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

interface Shot {
  readonly file: string;
  readonly base64?: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly shown: string;
  readonly tiles: number;
  readonly cutFrom?: number;
  readonly marks?: readonly Mark[];
}

async function shoot(input: Readonly<Record<string, unknown>>) {
  const shot = await home.data<Shot>('screenshot', input);
  return { shot, png: readPng(shot.base64 ? Buffer.from(shot.base64, 'base64') : await readFile(shot.file)) };
}

it('shows what is in the window, in a file that only its owner may read', async () => {
  const { session } = await home.open(`${pages.origin}/red`);
  const { shot, png } = await shoot({ session });
  expect(shot).toEqual({
    format: 'png',
    file: expect.stringMatching(/screenshot-\d{4}-\d\d-\d\dT[\d-]+\.\d+Z(?:-\d+)?\.png$/),
    size: (await stat(shot.file)).size,
    width: png.width,
    height: png.height,
    scale: 1,
    shown: 'already',
    tiles: 1,
  });
  expect(png.at(300, 300)).toEqual(RED);
  expect(dirname(shot.file)).toBe(join(home.home, 'screenshots'));
  expect((await stat(shot.file)).mode & 0o777).toBe(0o600);
});

it('goes to the folder that is named, or into the answer', async () => {
  const { session } = await home.open(`${pages.origin}/red`);
  const folder = await mkdtemp(join(tmpdir(), 'helve-shots-'));
  made.push(folder);
  const { shot } = await shoot({ session, outputDir: join(folder, 'new') });
  expect(dirname(shot.file)).toBe(join(folder, 'new'));
  const inline = await home.data<Shot>('screenshot', { session, inline: true, format: 'jpeg' });
  expect(inline).not.toHaveProperty('file');
  expect(Buffer.from(inline.base64 ?? '', 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
});

it('shows tabs behind others, and takes nobody’s focus', async () => {
  const red = await home.open(`${pages.origin}/red`);
  const blue = await home.open(`${pages.origin}/blue`);
  const before = await focus();
  expect(before).toMatchObject({ focused: true, tabs: [{ url: 'about:blank', active: true }] });
  const shots = [];
  // More than Chrome takes in a second.
  for (let round = 0; round < 2; round++) {
    shots.push(await Promise.all([shoot({ session: red.session }), shoot({ session: blue.session })]));
  }
  for (const [first, second] of shots) {
    expect(first?.png.at(300, 300)).toEqual(RED);
    expect(second?.png.at(300, 300)).toEqual(BLUE);
    expect(first?.shot.shown).toBe('in-own-window');
  }
  expect(await focus()).toEqual(before);

  /** The window that the person at the browser is in, and the tab in front of it. */
  function focus() {
    return home.browser.inWorker(`chrome.windows.getLastFocused({ populate: true }).then(
      ({ id, focused, tabs }) => ({ id, focused, tabs: tabs.map(({ url, active }) => ({ url, active })) }))`);
  }
});

it('shows the whole page, with what stays in place only once, and leaves the page as it was', async () => {
  const { session } = await home.open(`${pages.origin}/long`);
  const { shot, png } = await shoot({ session, fullPage: true });
  expect(shot).toMatchObject({ height: 2010, tiles: 3 });
  expect(png.height).toBe(2010);
  const column = (y: number) => png.at(1000, y);
  expect([5, 30, 499, 505, 515, 1005, 1015, 1505, 1515, 2005].map(column)).toEqual([
    RED,
    GREEN,
    GREEN,
    YELLOW,
    BLUE,
    BLUE,
    GREEN,
    GREEN,
    BLUE,
    BLUE,
  ]);
  // The bar at the top is nowhere else.
  const reds = Array.from({ length: png.height }, (_, y) => column(y)).filter(([r, g]) => r === 255 && g === 0);
  expect(reds).toHaveLength(20);
  expect(await outerHtml(`${pages.origin}/long`)).not.toMatch(/style="/);
});

it('shows one element, wherever it is', async () => {
  const { session } = await home.open(`${pages.origin}/long`);
  const { png, shot } = await shoot({ session, selector: '#box' });
  expect([png.width, png.height, png.at(0, 0), png.at(99, 49)]).toEqual([100, 50, YELLOW, YELLOW]);
  expect(shot.tiles).toBe(1);
  const { png: large } = await shoot({ session, selector: 'body' });
  expect(large.height).toBe(2010);
  expect(await home.failure('screenshot', { session, selector: '#none' })).toMatchObject({ code: 'ELEMENT_NOT_FOUND' });
});

it('draws boxes with handles that can be acted on', async () => {
  const { session } = await home.open(`${pages.origin}/long`);
  const { shot, png } = await shoot({ session, annotate: true });
  const [mark] = shot.marks ?? [];
  expect(shot.marks).toEqual([{ handle: 'el1', name: 'Save', x: 200, y: 100, width: 80, height: 30 }]);
  expect(png.at(200, 115)).toEqual([0xd8, 0x1b, 0x60]);
  expect(await home.data('click', { session, element: mark?.handle })).toMatchObject({ clicked: true });
});

it('is bounded, and says what is missing', async () => {
  const { session } = await home.open(`${pages.origin}/endless`);
  const shot = await home.data<Shot>('screenshot', { session, fullPage: true }, { timeout: 5_000 });
  expect(shot.cutFrom).toBe(40_000);
  expect(shot.height).toBeLessThanOrEqual(16_000);
});

it('too large to be handed on is an error, and smaller as another format', async () => {
  const { session } = await home.open(`${pages.origin}/noise`);
  expect(await home.failure('screenshot', { session, fullPage: true })).toMatchObject({
    code: 'SCRIPT_ERROR',
    message: expect.stringMatching(/^The answer has \d+ characters, and may have 20000000$/),
  });
  expect(await home.data('screenshot', { session, fullPage: true, format: 'jpeg' })).toMatchObject({ tiles: 7 });
});

it('of a tab that a person has among theirs is taken only if it may come to the front', async () => {
  const { session } = await home.open(`${pages.origin}/red`);
  const red = `chrome.tabs.query({ url: '${pages.origin}/red' })`;
  // It is put into its group a moment after it is there.
  await expect.poll(() => home.browser.inWorker(`${red}.then((tabs) => tabs.at(-1).groupId)`)).toBeGreaterThan(-1);
  await home.browser.inWorker(`(async () => {
    const [person] = await chrome.tabs.query({ url: 'about:blank' });
    const tabs = await ${red};
    // With its group it stays the agent's; alone it would be taken back.
    await chrome.tabGroups.move(tabs.at(-1).groupId, { windowId: person.windowId, index: -1 });
    await chrome.tabs.update(person.id, { active: true });
  })()`);
  expect(await home.failure('screenshot', { session })).toMatchObject({ code: 'TAB_NOT_VISIBLE' });
  const { shot, png } = await shoot({ session, activate: true });
  expect([shot.shown, png.at(300, 300)]).toEqual(['activated', RED]);
});

it('refuses what cannot be done, and says why', async () => {
  const { session } = await home.open(`${pages.origin}/red`);
  expect(await home.failure('screenshot', { session, debugger: true })).toMatchObject({
    code: 'DEBUGGER_DISABLED',
    category: 'policy',
  });
  expect(await home.failure('screenshot', { session, fullPage: true, selector: 'body' })).toMatchObject({
    code: 'INVALID_INPUT',
  });
});

async function outerHtml(url: string): Promise<string> {
  const { cdp } = home.browser;
  const target = (await cdp.targets()).find((each) => each.url === url);
  const page = await cdp.attach(target?.targetId ?? '');
  return page.evaluate('document.documentElement.outerHTML');
}
