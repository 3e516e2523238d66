/** Real component libraries from npm. They draw their fields themselves, and hide those of the browser in different ways. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { beforeAll, expect, it } from 'vitest';
import type { Data } from '../../packages/browser/src/protocol.ts';
import { readText, useBrowser } from '../kit/browser.ts';
import { type TestPage, usePages } from '../kit/pages.ts';

const MODULES = join(import.meta.dirname, 'tasks/node_modules');
const BUILT = ['mui', 'element-plus'];

const scripts = new Map<string, string>();
const script =
  (name: string): TestPage =>
  (_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' }).end(scripts.get(name));

const pageOf = (name: string) => `<!doctype html><title>${name}</title>
<link rel="stylesheet" href="/modules/element-plus/dist/index.css"><div id="app"></div><script src="/${name}.js"></script>`;

const SHOELACE = `<!doctype html><title>shoelace</title>
<link rel="stylesheet" href="/modules/@shoelace-style/shoelace/cdn/themes/light.css">
<script type="module" src="/modules/@shoelace-style/shoelace/cdn/shoelace.js"></script>
<main><sl-checkbox>Terms</sl-checkbox>
<sl-radio-group label="Size" value="s"><sl-radio value="s">Small</sl-radio><sl-radio value="l">Large</sl-radio></sl-radio-group>
<sl-radio-group label="City"><sl-radio-button value="p">Paris</sl-radio-button><sl-radio-button value="r">Rome</sl-radio-button></sl-radio-group>
<sl-switch>Wifi</sl-switch><sl-input label="Name"></sl-input>
<sl-tab-group><sl-tab slot="nav" panel="a">One</sl-tab><sl-tab slot="nav" panel="b">Two</sl-tab>
<sl-tab-panel name="a">First</sl-tab-panel><sl-tab-panel name="b">Second</sl-tab-panel></sl-tab-group>
<sl-button onclick="sent = true">Send</sl-button></main><output id="state"></output><script>
var sent = false;
const [terms, size, city, wifi] = document.querySelectorAll('sl-checkbox, sl-radio-group, sl-switch');
for (const type of ['sl-change', 'click']) document.addEventListener(type, () => {
  state.textContent = JSON.stringify({ terms: terms.checked, size: size.value, city: city.value, wifi: wifi.checked, sent });
});</script>`;

const home = useBrowser();
const pages = usePages(
  Object.fromEntries([
    ['/shoelace', SHOELACE],
    ...BUILT.flatMap((name) => [
      [`/${name}`, pageOf(name)],
      [`/${name}.js`, script(name)],
    ]),
  ]),
  (path) => (path.startsWith('/modules/') ? join(MODULES, path.slice('/modules/'.length)) : undefined),
);

beforeAll(async () => {
  for (const name of BUILT) {
    const build = await rolldown({
      input: join(import.meta.dirname, 'tasks/components', `${name}.mjs`),
      platform: 'browser',
      logLevel: 'silent',
      transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    });
    const { output } = await build.generate({ format: 'iife' });
    await build.close();
    scripts.set(name, output[0].code);
  }
}, 60_000);

async function open(name: string) {
  const { session } = await home.open(`${pages.origin}/${name}`);
  const tree = async () => (await home.data<Data<'snapshot'>>('snapshot', { session })).tree;
  await expect.poll(tree, { timeout: 20_000 }).toContain('Send');
  const lines = (await tree()).split('\n').map((line) => line.trim());
  const handle = (line: string) => {
    const found = lines.find((each) => each.includes(line));
    return /\[(el\d+)/.exec(found?.slice(found.indexOf(line)) ?? '')?.[1];
  };
  return {
    lines: lines.map((line) => line.replaceAll(/ ?\bel\d+ ?/g, '')),
    click: async (...names: readonly string[]) => {
      for (const name of names) await home.data('click', { session, element: handle(name) });
    },
    fill: (name: string, value: string) => home.data('fill', { session, element: handle(name), value }),
    state: async () =>
      JSON.parse((await home.data<Data<'text'>>('text', { session, selector: '#state' })).text) as object,
    text: () => readText(home, session),
    elements: async () => (await home.data<Data<'elements'>>('elements', { session })).elements,
  };
}

it('MUI: fields that are transparent or clipped are in the snapshot, and are clicked where they are drawn', async () => {
  const page = await open('mui');
  expect(page.lines.slice(2)).toEqual([
    'checkbox "Terms" []',
    'checkbox "Bare" []',
    'radiogroup:',
    'radio "Small" [checked]',
    'radio "Large" []',
    'switch "Wifi" []',
    ...['1 Star', '2 Stars', '3 Stars', '4 Stars', '5 Stars', 'Empty'].map((name) => `radio "${name}" []`),
    'slider "Volume" []: "30"',
    'textbox "Name" []',
    'tablist:',
    'tab "One" [selected]',
    'tab "Two" []',
    'button "Send" []',
    'button "Upload" []: file "Upload" []',
  ]);
  await page.click('checkbox "Terms"', 'checkbox "Bare"', '"Large"', '"Wifi"', '"3 Stars"', '"Two"', '"Send"');
  expect(await page.state()).toEqual({
    terms: true,
    bare: true,
    size: 'l',
    wifi: true,
    stars: 3,
    tab: 1,
    sent: true,
  });
  expect(await page.fill('checkbox "Terms"', 'false')).toMatchObject({ filled: true, verifiedValue: 'false' });
  expect(await page.state()).toMatchObject({ terms: false });
  const labels = (await page.elements()).map(({ label }) => label);
  for (const name of ['Terms', 'Bare', 'Small', 'Wifi', '3 Stars', 'Volume']) expect(labels).toContain(name);
});

it('Element Plus: fields without a size are represented by their labels, or by what is drawn in their place', async () => {
  const page = await open('element-plus');
  expect(page.lines.slice(2)).toEqual([
    'checkbox "Terms" []',
    'radiogroup "radio-group":',
    'radio "Small" [checked]',
    'radio "Large" []',
    'radiogroup "radio-group":',
    'radio "Paris" []',
    'radio "Rome" []',
    'switch []',
    'table: row: columnheader [] checkbox [] | "Name" [] | "Age" []',
    'table:',
    'row: checkbox [] | "Zoe" | 3',
    'row: checkbox [] | "Ada" | 36',
    'button "Send" []',
  ]);
  await page.click('"Terms"', '"Large"', '"Rome"', 'switch [', 'row: checkbox [', '"Send"');
  expect(await page.state()).toEqual({ terms: true, size: 'l', city: 'r', wifi: true, chosen: 1, sent: true });
});

it('Shoelace: fields in shadow trees are named once, and a click meets the button inside', async () => {
  const page = await open('shoelace');
  expect(page.lines).toEqual([
    'main:',
    'checkbox "Terms" []',
    'radiogroup "Size":',
    'text "Size "',
    'radio "Small" [checked]',
    'radio "Large" []',
    'radiogroup "City":',
    'text "City "',
    'radio "Paris" []',
    'radio "Rome" []',
    'switch "Wifi" []',
    'textbox "Name" []',
    'tablist:',
    'tab "One" [selected]',
    'tab "Two" []',
    'tabpanel "One": text "First"',
    'button "Send" []',
  ]);
  await page.click('"Terms"', '"Large"', '"Rome"', '"Wifi"', '"Two"', '"Send"');
  expect(await page.state()).toEqual({ terms: true, size: 'l', city: 'r', wifi: true, sent: true });
  expect(await page.text()).toContain('Second');
});
