/** Lists of published packages: what `select` reports is what the page shows and holds. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Data } from '../../packages/browser/src/protocol.ts';
import { useBrowser } from '../kit/browser.ts';
import { usePages } from '../kit/pages.ts';
import { serveSite, type Site } from './tasks/site.ts';

const home = useBrowser();
const pages = usePages({
  '/groups': `<!doctype html><select id="same"><optgroup label="North"><option value="n">Any</option></optgroup>
    <optgroup label="South"><option value="s">Any</option></optgroup></select>
    <select id="back" onchange="queueMicrotask(() => back.value = 'a')"><option value="a">Apple</option><option value="b">Banana</option></select>`,
  // A list that closes without taking the choice, and one beside it with an option of the same name.
  '/ignores': `<!doctype html><div role="combobox" tabindex="0" aria-expanded="false" id="list" style="width: 200px">Apple</div>
    <ul role="listbox" id="options" hidden><li role="option">Apple</li><li role="option">Banana</li></ul>
    <div role="grid"><div role="row"><div role="gridcell" onclick="this.textContent = 'Clicked'">Cherry</div></div></div><script>
    list.onclick = () => { options.hidden = false; list.ariaExpanded = 'true' };
    options.onclick = () => { options.hidden = true; list.ariaExpanded = 'false' };
    onkeydown = ({ key }) => { if (key === 'Escape') options.onclick() };</script>`,
});
let site: Site;

beforeAll(async () => {
  site = await serveSite(join(import.meta.dirname, 'tasks'));
});
afterAll(() => site.close());

let opened = 0;

async function open(address: string) {
  // A fragment tells its tab from those of earlier tests.
  const url = `${address}#${(opened += 1)}`;
  const { session } = await home.open(url);
  const target = (await home.browser.cdp.targets()).find((each) => each.url === url);
  const page = await home.browser.cdp.attach(target?.targetId ?? '');
  const snapshot = async () => (await home.data<Data<'snapshot'>>('snapshot', { session })).tree;
  return {
    evaluate: page.evaluate.bind(page),
    snapshot,
    failure: (action: string, input: object) => home.failure(action, { session, ...input }),
    select: (by: object, optionText: string) => home.data<Data<'select'>>('select', { session, ...by, optionText }),
    /** The handle of the list after these words. */
    listAfter: async (words: string) => {
      await expect.poll(snapshot, { timeout: 10_000 }).toContain(words);
      const tree = await snapshot();
      return /(?:combobox|listbox)[^\n[]*\[(el\d+)/.exec(tree.slice(Math.max(0, tree.indexOf(words) - 20)))?.[1] ?? '';
    },
  };
}

it.each([
  'page/choices',
  'page/slim-select',
  'page/select2-lists',
  'page/tom-lists',
  'page/vue-lists',
  'page/react-lists?list=react-select',
  'page/react-lists?list=antd',
  'page/react-lists?list=mui',
])('%s', async (path) => {
  const page = await open(site.url(path, ''));
  const steps = [
    ['Fruit', 'Cherry', ['Cherry'], ['Kale']],
    ['Fruit', 'Apple', ['Apple'], ['Kale']],
    ['Greens', 'Leek', ['Apple'], ['Kale', 'Leek']],
    // What is chosen already stays chosen.
    ['Greens', 'Kale', ['Apple'], ['Kale', 'Leek']],
  ] as const;
  for (const [list, option, one, many] of steps) {
    const answer = await page.select({ element: await page.listAfter(list) }, option);
    expect(answer).toMatchObject({ selected: true, optionText: option, shows: expect.stringContaining(option) });
    expect(await page.evaluate('chosen()')).toEqual([one, many]);
  }
});

it.each(['page/choices', 'page/react-lists?list=antd'])(
  '%s is left closed, also if it has no such option',
  async (path) => {
    const page = await open(site.url(path, ''));
    expect(await page.failure('select', { element: await page.listAfter('Fruit'), optionText: 'None' })).toMatchObject({
      code: 'ELEMENT_NOT_FOUND',
    });
    expect(await page.snapshot()).not.toContain('expanded');
    expect(await page.select({ element: await page.listAfter('Greens') }, 'Leek')).toMatchObject({ selected: true });
    expect(await page.evaluate('chosen()')).toEqual([['Apple'], ['Kale', 'Leek']]);
  },
);

describe('select', () => {
  it('reports that the page does not show the choice', async () => {
    const page = await open(`${pages.origin}/ignores`);
    expect(await page.select({ selector: '#list' }, 'Banana')).toEqual({
      selected: false,
      optionText: 'Banana',
      shows: 'Apple',
    });
    const groups = await open(`${pages.origin}/groups`);
    expect(await groups.select({ selector: '#back' }, 'Banana')).toMatchObject({ selected: false, shows: 'Apple' });
  });

  it('clicks nothing outside of the list', async () => {
    const page = await open(`${pages.origin}/ignores`);
    expect(await page.failure('select', { selector: '#list', optionText: 'Cherry' })).toMatchObject({
      code: 'ELEMENT_NOT_FOUND',
      details: { options: ['Apple', 'Banana'] },
    });
    expect(await page.snapshot()).not.toContain('Clicked');
  });

  it('does not guess between options with the same text', async () => {
    const page = await open(`${pages.origin}/groups`);
    expect(await page.failure('select', { selector: '#same', optionText: 'Any' })).toMatchObject({
      code: 'SELECTOR_AMBIGUOUS',
      details: {
        options: [
          { group: 'North', value: 'n' },
          { group: 'South', value: 's' },
        ],
      },
    });
    expect(await page.select({ selector: '#same' }, 's')).toMatchObject({ selected: true });
    expect(await page.evaluate(`document.querySelector('#same').selectedIndex`)).toBe(1);
  });
});
