/** What a page gets from a person's hands and not from events: focus, windows, downloads, the clipboard, one key after the other. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Data } from '../../packages/browser/src/protocol.ts';
import { useBrowser } from '../kit/browser.ts';
import { usePages } from '../kit/pages.ts';
import { CELLS, CLIPBOARD, DIGITS, EDITABLE, FILES, FOCUS, LISTS, WINDOW, WINDOWS } from './input-pages.ts';
import { serveSite, type Site } from './tasks/site.ts';

const home = useBrowser();
const pages = usePages({
  '/focus': FOCUS,
  '/windows': WINDOWS,
  '/window': WINDOW,
  '/files': FILES,
  '/clipboard': CLIPBOARD,
  '/digits': DIGITS,
  '/cells': CELLS,
  '/editable': EDITABLE,
  '/lists': LISTS,
  '/next': '<!doctype html><title>Next</title><h1>The next page</h1>',
});

let site: Site;
beforeAll(async () => {
  site = await serveSite(join(import.meta.dirname, 'tasks'));
});
afterAll(() => site.close());

afterEach(async () => {
  const { sessions } = await home.data<{ sessions: readonly { session: string }[] }>('session list');
  for (const { session } of sessions) await home.data('session close', { session });
});

async function open(url: string) {
  const { session } = await home.open(url.startsWith('http') ? url : `${pages.origin}${url}`);
  return {
    session,
    data: <Result = object>(action: string, input: object = {}) => home.data<Result>(action, { session, ...input }),
    failure: (action: string, input: object = {}) => home.failure(action, { session, ...input }),
    text: async (selector: string) => (await home.data<Data<'text'>>('text', { session, selector })).text,
    handle: async (name: string) => {
      const { elements } = await home.data<Data<'elements'>>('elements', { session });
      return elements.find(({ label }) => label === name)?.handle;
    },
  };
}

describe('a page whose window is not in front', () => {
  it.each([
    ['a script moves the focus', '#move', ' focus:two focusin:two'],
    ['a label is clicked', '#label', ' focus:three focusin:three'],
    ['a dialog takes the focus', '#show', ' focus:inside focusin:inside'],
  ])('is told when %s', async (_, selector, log) => {
    const page = await open('/focus');
    await page.data('click', { selector });
    expect(await page.text('#log')).toBe(log.trim());
  });

  it('is told who has lost the focus', async () => {
    const page = await open('/focus');
    await page.data('click', { selector: '#one' });
    await page.data('press', { key: 'Tab' });
    expect(await page.text('#log')).toBe('focus:one focusin:one blur:one focusout:one focus:two focusin:two');
  });
});

describe('a window that a page opens', () => {
  it('belongs to the session, and when it closes itself the session goes on in the page', async () => {
    const page = await open('/windows');
    expect(await page.data('click', { selector: '#now' })).toEqual({
      clicked: true,
      disappeared: false,
      stable: expect.any(Boolean),
      opened: [{ tab: 't2', url: `${pages.origin}/window` }],
    });
    expect(await page.text('#said')).toBe('opened');
    await page.data('session bind', { tab: 't2' });
    expect(await page.data('click', { element: 'Done' })).toMatchObject({ clicked: true });
    await expect.poll(() => page.text('#said')).toBe('done');
  });

  it('may come a moment after the click', async () => {
    const page = await open('/windows');
    await page.data('click', { selector: '#later' });
    const tabs = () => page.data<{ tabs: readonly { tab: string; url: string }[] }>('tab list');
    await expect.poll(async () => (await tabs()).tabs.length).toBe(2);
    expect(await page.text('#said')).toBe('opened');
  });

  it('is blocked as ever where no agent has acted', async () => {
    const page = await open(`${pages.otherOrigin}/windows#at-once`);
    expect(await page.text('#said')).toBe('blocked');
  });
});

it('files are downloaded one after the other', async () => {
  const page = await open('/files');
  const contents: string[] = [];
  for (let time = 0; time < 3; time++) {
    const { file } = await page.data<Data<'download'>>('download', { element: 'Save' });
    contents.push(await readFile(file, 'utf8'));
  }
  expect(contents).toEqual(['file 1', 'file 2', 'file 3']);
});

describe('the clipboard', () => {
  it.each([
    ['#write', 'copied', 'by writeText'],
    ['#item', 'copied', 'by write'],
    ['#old', 'true', 'from a field'],
  ])('takes what %s copies', async (selector, said, text) => {
    const page = await open('/clipboard');
    await page.data('click', { selector });
    await expect.poll(() => page.text('#said')).toBe(said);
    await expect.poll(() => page.data('clipboard')).toEqual({ text });
    await page.data('click', { selector: '#target' });
    expect(await page.data('press', { key: 'Control+V' })).toMatchObject({ did: 'paste' });
    await page.data('click', { selector: '#read' });
    await expect.poll(() => page.text('#said')).toBe(text);
  });

  it('is used by keys', async () => {
    const page = await open('/clipboard');
    await page.data('press', { selector: '#source', key: 'Control+A' });
    expect(await page.data('press', { key: 'Control+X' })).toMatchObject({ did: 'copy' });
    expect(await page.data('clipboard')).toEqual({ text: 'from a field' });
    await page.data('clipboard', { text: 'mine' });
    expect(await page.data('press', { key: 'Control+V' })).toMatchObject({ did: 'paste' });
    const { elements } = await page.data<Data<'elements'>>('elements');
    expect(elements.find(({ tag }) => tag === 'input')).toMatchObject({ value: 'mine' });
  });

  it('is that of its session, and no page reads it by itself', async () => {
    const page = await open('/clipboard');
    await page.data('clipboard', { text: 'secret' });
    const other = await open('/clipboard#at-once');
    expect(await other.data('clipboard')).toEqual({ text: '' });
    expect(await other.text('#said')).not.toContain('secret');
  });
});

describe('keys', () => {
  it('come one after the other, also to React', async () => {
    const page = await open(site.url('page/keys', 'keys'));
    await page.data('press', { element: 'List', key: 'ArrowDown', count: 5 });
    await page.data('press', { element: 'Text', key: 'End' });
    await page.data('press', { key: 'Backspace', count: 3 });
    await expect.poll(() => site.state('keys')).toEqual({ index: 5, text: 'abc' });
  });

  it('go on in the field that the page passes them to', async () => {
    const page = await open('/digits');
    expect(await page.data('type', { selector: '#d1', text: '4930' })).toEqual({ typed: true, value: '4930' });
  });

  it('may lead to another page', async () => {
    const page = await open('/digits?send');
    expect(await page.data('type', { selector: '#d1', text: '4930' })).toEqual({ typed: true, value: '', left: true });
    expect(await page.text('h1')).toBe('The next page');
    expect(pages.requests).toContain('GET /next?4930');
  });

  it('go to the field that a cell becomes', async () => {
    const page = await open('/cells');
    await page.data('click', { selector: '#a' });
    expect(await page.data('type', { text: 'new' })).toEqual({ typed: true, value: 'new' });
    expect(await page.data('type', { selector: '#b', text: 'next' })).toEqual({ typed: true, value: 'next' });
    const { elements } = await page.data<Data<'elements'>>('elements', {});
    expect(elements.filter(({ tag }) => tag === 'input').map(({ value }) => value)).toEqual(['new', 'next']);
  });

  it('write where a click has put the caret', async () => {
    const page = await open('/editable');
    // Its middle is far behind the text.
    await page.data('click', { selector: '#text' });
    expect(await page.data('type', { text: ' four' })).toEqual({ typed: true, value: 'one two three four' });
    await page.data('press', { key: 'Control+ArrowLeft' });
    await page.data('press', { key: 'Control+Backspace' });
    expect(await page.text('#text')).toBe('one two four');
    await page.data('press', { key: 'Home' });
    await page.data('type', { text: 'zero ' });
    expect(await page.text('#text')).toBe('zero one two four');
  });

  it('go to the frame that has the focus', async () => {
    const page = await open('/editable');
    const tree = (await page.data<{ tree: string }>('snapshot')).tree;
    const [, element] = /\[(el\d+)[^\]]*\]: "inside"/.exec(tree) ?? [];
    await page.data('type', { element, text: ' it' });
    expect(await page.data('type', { text: ' all' })).toEqual({ typed: true, value: 'inside it all' });
    expect(await page.data('press', { key: 'Backspace', count: 4 })).toMatchObject({ did: 'delete' });
    expect((await page.data<{ tree: string }>('snapshot')).tree).toContain('"inside it"');
  });
});

describe('an option is selected', () => {
  it('in a list that says nothing of what it is, and not what looks like it elsewhere', async () => {
    const page = await open('/lists');
    const selected = { selected: true, optionText: 'Blue', shows: 'Blue' };
    expect(await page.data('select', { selector: '#plain', optionText: 'Blue' })).toEqual(selected);
    expect([await page.text('#plain'), await page.text('#said')]).toEqual(['Blue', '']);
  });

  it('far down in a list of which only a part is drawn', async () => {
    const page = await open('/lists');
    expect(await page.data('select', { selector: '#long', optionText: 'Item 120' })).toMatchObject({ selected: true });
    expect(await page.text('#long')).toBe('Item 120');
  });

  it('in a list that must be searched', async () => {
    const page = await open('/lists');
    expect(await page.data('select', { selector: '#search', optionText: 'Green' })).toMatchObject({ selected: true });
    expect(await page.failure('select', { selector: '#search', optionText: 'Mauve' })).toMatchObject({
      code: 'ELEMENT_NOT_FOUND',
    });
  });

  it('after another, in a list that stays open', async () => {
    const page = await open('/lists');
    for (const optionText of ['Green', 'Blue']) {
      expect(await page.data('select', { selector: '#many', optionText })).toMatchObject({ selected: true });
    }
    expect(await page.text('#many')).toBe('Green + Blue');
  });

  it('in a list that leads to another page', async () => {
    const page = await open('/lists');
    expect(await page.data('select', { selector: '#send', optionText: 'Two' })).toMatchObject({ selected: true });
    await expect.poll(() => page.text('h1')).toBe('The next page');
    expect(await open('/lists').then(({ data }) => data('fill', { selector: '#send', value: 'Two' }))).toMatchObject({
      filled: true,
    });
  });
});
