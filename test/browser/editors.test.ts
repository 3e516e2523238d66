/** Real editors from npm, each filled in and asked by itself what it holds. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../kit/browser.ts';
import { type TestPage, usePages } from '../kit/pages.ts';

const MODULES = join(import.meta.dirname, 'tasks/node_modules');

const NAMES = ['quill', 'codemirror', 'prosemirror', 'lexical'];

const PAGE = (name: string) =>
  `<!doctype html><title>${name}</title><div id="editor" ${name === 'lexical' ? 'contenteditable' : ''}></div><script src="/${name}.js"></script>`;

const MONACO = `<!doctype html><title>monaco</title><div id="editor" style="width: 600px; height: 300px"></div>
<script src="/vs/loader.js"></script>
<script>
  require.config({ paths: { vs: '/vs' } });
  require(['vs/editor/editor.main'], (monaco) => {
    const editor = monaco.editor.create(document.querySelector('#editor'), { value: 'old\\nlines', language: 'plaintext' });
    if (location.search === '?own') { delete window.monaco; window.monaco = undefined; }
    window.read = () => editor.getModel().getValue(1);
    window.lock = () => editor.updateOptions({ readOnly: true });
    document.title = 'ready';
  });
</script>`;

const scripts = new Map<string, string>();
const script =
  (name: string): TestPage =>
  (_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(scripts.get(name));

const home = useBrowser();
const pages = usePages(
  Object.fromEntries([
    ['/monaco', MONACO],
    ...NAMES.flatMap((name) => [
      [`/${name}`, PAGE(name)],
      [`/${name}.js`, script(name)],
    ]),
  ]),
  (path) => (path.startsWith('/vs/') ? join(MODULES, 'monaco-editor/min', path) : undefined),
);

beforeAll(async () => {
  for (const name of NAMES) {
    const input = join(import.meta.dirname, 'tasks/editors', `${name}.mjs`);
    const build = await rolldown({ input, platform: 'browser' });
    const { output } = await build.generate({ format: 'iife' });
    await build.close();
    scripts.set(name, output[0].code);
  }
});

afterEach(async () => {
  const { sessions } = await home.data<{ sessions: readonly { session: string }[] }>('session list');
  for (const { session } of sessions) await home.data('session close', { session });
});

async function open(path: string) {
  const { session } = await home.open(`${pages.origin}${path}`);
  const target = (await home.browser.cdp.targets()).find(({ url }) => url === `${pages.origin}${path}`);
  const page = await home.browser.cdp.attach(target?.targetId ?? '');
  await expect.poll(() => page.evaluate('typeof read'), { timeout: 30_000 }).toBe('function');
  return {
    data: (action: string, input: object) => home.data<object>(action, { session, ...input }),
    failure: (action: string, input: object) => home.failure(action, { session, ...input }),
    envelope: (action: string, input: object) => home.envelope(action, { session, ...input }),
    evaluate: (expression: string) => page.evaluate(expression),
  };
}

const VALUES = ['one line', 'first\nsecond\n\n  fourth  <b>&amp;</b>', ''];

const EDITORS = [
  ['quill', '/quill', '#editor'],
  ['codemirror', '/codemirror', '.cm-content'],
  ['prosemirror', '/prosemirror', '#editor'],
  ['lexical', '/lexical', '#editor'],
  ['monaco', '/monaco', '#editor'],
] as const;

it.each([
  ...EDITORS,
  // The page keeps Monaco to itself.
  ['monaco', '/monaco?own', '.monaco-editor'] as const,
])('%s at %s holds what was filled in, by its own account', async (editor, path, selector) => {
  const page = await open(path);
  for (const value of VALUES) {
    expect(await page.data('fill', { selector, value })).toEqual({
      filled: true,
      verifiedValue: value,
      method: 'runtime-api',
      world: 'main',
      editor,
    });
    expect(await page.evaluate('read()')).toBe(value);
  }
});

it.each(EDITORS)('%s that may not be changed is not, and that is said', async (editor, path, selector) => {
  const page = await open(path);
  const before = await page.evaluate('lock(), read()');
  expect(await page.failure('fill', { selector, value: 'new' })).toMatchObject({
    code: 'ELEMENT_NOT_ACTIONABLE',
    details: { reason: `belongs to ${editor}, which is read-only` },
  });
  expect(await page.evaluate('read()')).toBe(before);
});

it.each([
  ['/quill', '.ql-editor'],
  ['/codemirror', '.cm-content'],
  ['/prosemirror', '.ProseMirror'],
  ['/lexical', '#editor'],
])('%s takes what is pasted and typed, without its interface', async (path, selector) => {
  const page = await open(`${path}?own`);
  expect(await page.data('fill', { selector, value: 'first\nsecond', method: 'paste' })).toEqual({
    filled: true,
    verifiedValue: 'first\nsecond',
    method: 'paste',
    world: 'isolated',
  });
  expect(await page.evaluate('read()')).toBe('first\nsecond');
  expect(await page.data('type', { selector, text: ' more' })).toEqual({ typed: true, value: 'first\nsecond more' });
  await expect.poll(() => page.evaluate('read()')).toBe('first\nsecond more');
  await page.data('press', { key: 'Backspace' });
  await expect.poll(() => page.evaluate('read()')).toBe('first\nsecond mor');
});

it.each(['/monaco', '/monaco?own'])(
  'Monaco at %s takes what is typed: at its end, or where the caret is',
  async (path) => {
    const page = await open(path);
    expect(await page.data('type', { selector: '#editor', text: ' more\nand' })).toEqual({
      typed: true,
      value: 'old\nlines more\nand',
    });
    expect(await page.data('type', { text: ' on' })).toMatchObject({ typed: true });
    expect(await page.evaluate('read()')).toBe('old\nlines more\nand on');
    await page.evaluate('lock()');
    expect(await page.envelope('type', { selector: '#editor', text: 'x' })).not.toMatchObject({
      data: { typed: true },
    });
    expect(await page.evaluate('read()')).toBe('old\nlines more\nand on');
  },
);

it('Monaco that the page keeps to itself is not said to be filled in when it may not be changed', async () => {
  const page = await open('/monaco?own');
  await page.evaluate('lock()');
  expect(await page.data('fill', { selector: '#editor', value: 'new' })).toMatchObject({
    filled: false,
    verifiedValue: 'old\nlines',
  });
});

it('Quill that the page keeps to itself is written as by a paste', async () => {
  const page = await open('/quill?own');
  expect(await page.data('fill', { selector: '#editor', value: 'first\n\nthird' })).toEqual({
    filled: true,
    verifiedValue: 'first\n\nthird',
    method: 'paste',
    world: 'isolated',
  });
  expect(await page.evaluate('read()')).toBe('first\n\nthird');
});
