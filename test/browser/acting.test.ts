import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Data } from '../../packages/browser/src/protocol.ts';
import { useBrowser } from '../kit/browser.ts';
import { openSandbox } from '../kit/helve.ts';
import { usePages } from '../kit/pages.ts';
import { ACTING, CONTROLLED, COUNTING, DRAGGING, FIELDS, KEYS, STRICT } from './acting-pages.ts';
import { NEXT } from './pages.ts';

/** The same server under the name that the request did not use. */
const otherSite = ({ headers }: IncomingMessage) => {
  const [name, port] = (headers.host ?? '').split(':');
  return `http://${name === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`;
};

const home = useBrowser();
const pages = usePages({
  '/': ACTING,
  '/fields': FIELDS,
  '/controlled': CONTROLLED,
  '/counting': COUNTING,
  '/keys': KEYS,
  '/dragging': DRAGGING,
  '/next': NEXT,
  '/slow': (_, response) =>
    void setTimeout(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(NEXT), 500),
  '/strict': (_, response) =>
    response
      .writeHead(200, {
        'Content-Type': 'text/html',
        'Content-Security-Policy': "default-src 'none'; require-trusted-types-for 'script'; trusted-types none",
      })
      .end(STRICT),
  '/frames': (request, response) => {
    const other = `http://localhost:${request.headers.host?.split(':')[1]}`;
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html><iframe src="${other}/fields" width="600" height="400"></iframe>`);
  },
  // Of each site in turn: the page, a frame of another, and in that the buttons.
  '/layers': (request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html><button id="lift" onclick="veil.remove()">Lift</button><div style="height: 1500px"></div>
        <div style="position: relative; width: 500px"><iframe src="${otherSite(request)}/layer" width="480" height="300"
        style="border: 7px solid; padding: 5px"></iframe><div id="veil" style="position: absolute; inset: 0; background: #0003"></div></div>`),
  '/layer': (request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(
        `<!doctype html><p style="height: 600px">Above</p><iframe src="${otherSite(request)}/buttons" width="440" height="250"></iframe>`,
      ),
  '/buttons': `<!doctype html><div style="height: 170px"></div><button onclick="this.after(' Under pressed')">Under</button>`,
  '/shadow': `<!doctype html><div id="host"></div><script>
      host.attachShadow({ mode: 'closed' }).innerHTML = '<input aria-label="Inside"><p contenteditable>old</p>';
    </script>`,
  '/file': (_, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment; filename="table.csv"' })
      .end('a,b\n'),
  '/moving': `<!doctype html><style>@keyframes go { from { margin-left: 600px } to { margin-left: 0 } }
      button { animation: go 400ms linear }</style><button>Moving</button><output></output><script>
      let rest = 'moving', clicks = 0;
      document.querySelector('button').onanimationend = () => { rest = 'at rest'; };
      document.querySelector('button').onclick = () => { document.querySelector('output').textContent = ++clicks + ' ' + rest; };
    </script>`,
  '/dialogs': `<!doctype html><output id="out"></output><button onclick="
      alert('Careful'); out.textContent = confirm('Sure?') + ' ' + prompt('Name?', 'nobody')">Ask</button>`,
});

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helve-acting-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

afterEach(async () => {
  const { sessions } = await home.data<{ sessions: readonly { session: string }[] }>('session list');
  for (const { session } of sessions) await home.data('session close', { session });
});

/** Opens one of the pages; what is said then is about it. */
async function open(path: string) {
  const { session } = await home.open(`${pages.origin}${path}`);
  return {
    session,
    data: <Result = object>(action: string, input: object = {}) => home.data<Result>(action, { session, ...input }),
    failure: (action: string, input: object = {}) => home.failure(action, { session, ...input }),
    text: async (selector: string) => (await home.data<Data<'text'>>('text', { session, selector })).text,
    /** Looks into the page from outside. */
    evaluate: async <Value>(expression: string) => {
      const { tabs } = await home.data<{ tabs: readonly { url: string }[] }>('tab list', { session });
      const target = (await home.browser.cdp.targets()).find(({ url }) => url === tabs[0]?.url);
      const page = await home.browser.cdp.attach(target?.targetId ?? '');
      return page.evaluate<Value>(expression);
    },
  };
}

describe('a click', () => {
  it('is all that a mouse does, in order', async () => {
    const page = await open('/');
    await page.data('click', { selector: '#all' });
    expect(await page.text('#log')).toBe(
      'pointerover mouseover pointermove mousemove pointerdown mousedown focusin pointerup mouseup click',
    );
  });

  it('may be one of the other buttons, or two', async () => {
    const page = await open('/');
    await page.data('click', { selector: '#all', button: 'right' });
    expect(await page.text('#log')).toMatch(/mouseup auxclick contextmenu$/);
    await page.data('click', { selector: '#all', count: 2 });
    expect(await page.text('#log')).toMatch(/click pointerdown mousedown pointerup mouseup click dblclick$/);
  });

  it('names what covers its target, and does not happen', async () => {
    const page = await open('/');
    const error = await page.failure('click', { selector: '#covered' });
    expect(error).toMatchObject({
      code: 'ELEMENT_NOT_ACTIONABLE',
      message: 'The button "Covered" is covered by div#cover ("Cookies? Accept")',
      details: { reason: 'is covered', cover: { tag: 'div', id: 'cover', text: 'Cookies? Accept' } },
    });
    expect(await page.text('#log')).toBe('');
    // What covers it can be dealt with by its handle.
    const { handle } = (error.details as { cover: { handle: string } }).cover;
    await page.data('click', { element: handle });
    expect(await page.data('click', { selector: '#covered' })).toMatchObject({ clicked: true });
  });

  it('names what covers its frame in the pages around it, also in those of other sites', async () => {
    const page = await open('/layers');
    const { elements } = await page.data<Data<'elements'>>('elements', {});
    const element = elements.find(({ label }) => label === 'Under')?.handle;
    // Far down, and in a frame of a frame: where it lies is found all the same.
    expect(await page.failure('click', { element })).toMatchObject({
      code: 'ELEMENT_NOT_ACTIONABLE',
      message: `The button "Under" is covered by div#veil of the page around its frame (${pages.origin})`,
      details: { reason: 'is covered', cover: { tag: 'div', id: 'veil', origin: pages.origin } },
    });
    await page.data('click', { selector: '#lift' });
    expect(await page.data('click', { element })).toMatchObject({ clicked: true });
    expect(await page.text('body')).toContain('Under pressed');
  });

  it.each([
    ['#hidden', 'is not visible'],
    ['#disabled', 'is disabled'],
    ['#aria', 'is disabled'],
    ['#inert', 'is inert'],
    ['#empty', 'has no size'],
  ])('on %s is refused, because it %s', async (selector, reason) => {
    const page = await open('/');
    expect(await page.failure('click', { selector })).toMatchObject({
      code: 'ELEMENT_NOT_ACTIONABLE',
      details: { reason },
    });
  });

  it('finds what must be scrolled to, below a header that stays', async () => {
    const page = await open('/');
    await page.data('click', { selector: '#far' });
    expect(await page.text('#log')).toMatch(/far$/);
    await page.data('click', { selector: '#near' });
    expect(await page.text('#log')).toMatch(/near$/);
  });

  it('goes to what has the name that a person would use', async () => {
    const page = await open('/');
    await page.data('click', { element: 'near' });
    expect(await page.text('#log')).toMatch(/near$/);
    expect(await page.failure('click', { element: 'Twice' })).toMatchObject({ code: 'SELECTOR_AMBIGUOUS' });
    expect(await page.failure('click', { element: 'Nobody' })).toMatchObject({ code: 'ELEMENT_NOT_FOUND' });
  });

  it('that leads elsewhere is over when the next page is there', async () => {
    const page = await open('/');
    for (const element of ['Next', 'Slow']) {
      expect(await page.data('click', { element })).toEqual({ clicked: true, disappeared: true, stable: true });
      expect(await page.text('h1')).toBe('The next page');
      await page.data('back');
    }
  });
});

it('hovering is told to the page', async () => {
  const page = await open('/');
  const hover = () => page.data('hover', { selector: '#all' });
  // A busy machine may be too slow to be sure of it at once.
  expect(await hover()).toEqual({ hovered: true, stable: expect.any(Boolean), elapsed: expect.any(Number) });
  expect(await page.text('#log')).toBe('pointerover mouseover pointermove mousemove');
  await expect.poll(hover, { timeout: 50_000, interval: 1 }).toMatchObject({ stable: true });
});

it('all the same is done in a tab in front', async () => {
  const page = await open('/');
  const target = (await home.browser.cdp.targets()).find(({ url }) => url === `${pages.origin}/`);
  await home.browser.cdp.send('Target.activateTarget', { targetId: target?.targetId });
  await expect.poll(() => page.evaluate('document.hidden')).toBe(false);
  await page.data('click', { selector: '#all' });
  expect(await page.text('#log')).toBe(
    'pointerover mouseover pointermove mousemove pointerdown mousedown focusin pointerup mouseup click',
  );
  expect(await page.data('scroll', { by: '300' })).not.toHaveProperty('hidden');
  await expect.poll(() => page.evaluate('scrolls > 0')).toBe(true);
  await page.data('navigate', { url: `${pages.origin}/keys` });
  await page.data('type', { selector: '#one', text: 'Ad' });
  expect(await page.data('press', { key: 'Tab' })).toMatchObject({ focus: { tag: 'textarea' } });
  expect(await page.evaluate('one.value')).toBe('Ad');
  // What moves is waited for.
  await page.data('navigate', { url: `${pages.origin}/moving` });
  expect(await page.data('click', { selector: 'button' })).toMatchObject({ clicked: true });
  expect(await page.text('output')).toBe('1 at rest');
});

describe('scrolling', () => {
  it('moves the page by a window or by pixels, and says how far', async () => {
    const page = await open('/');
    const { clientHeight } = await page.data<Data<'scroll'>>('scroll', { by: '300' });
    expect(await page.data('scroll', { by: '100px', direction: 'up' })).toMatchObject({
      target: 'viewport',
      before: 300,
      after: 200,
      scrolledPx: -100,
      moved: true,
    });
    expect(await page.data('scroll')).toMatchObject({ scrolledPx: Math.round(clientHeight * 0.85) });
    await page.data('scroll', { by: '99999', direction: 'up' });
    // A busy machine may be too slow to be sure of it at once.
    await expect
      .poll(() => page.data('scroll', { direction: 'up' }), { timeout: 50_000, interval: 1 })
      .toMatchObject({ moved: false, scrolledPx: 0, stable: true });
    await expect.poll(() => page.evaluate('scrolls > 3')).toBe(true);
  });

  it('moves exactly the element that is named', async () => {
    const page = await open('/');
    expect(await page.data('scroll', { selector: '#box', pixels: '50' })).toMatchObject({
      target: 'element',
      scrolledPx: 50,
    });
    expect(await page.data('scroll', { selector: '#near' })).toMatchObject({ moved: false });
    expect(await page.failure('scroll', { by: 'much' })).toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('a field', () => {
  it.each([
    ['#text', 'Ada', {}],
    ['#area', 'two\nlines', {}],
    ['#number', '12.5', {}],
    ['#date', '2026-11-16', {}],
    ['#color', '#ff0000', {}],
    ['#list', 'Two', { method: 'direct' }],
    ['#tick', 'true', { method: 'click' }],
    ['#radio', 'true', { method: 'click' }],
    ['#rich', 'one\n\nthree  <b>', {}],
  ])('%s holds %j afterwards', async (selector, value, more) => {
    const page = await open('/fields');
    expect(await page.data('fill', { selector, value })).toEqual({
      filled: true,
      verifiedValue: value,
      method: 'paste',
      world: 'isolated',
      ...more,
    });
  });

  it('tells the page as if somebody had pasted', async () => {
    const page = await open('/fields');
    await page.data('fill', { selector: '#text', value: 'Ada' });
    expect(await page.text('#log')).toBe('focusin beforeinput:insertFromPaste input:insertFromPaste change');
    await page.data('fill', { selector: '#text', value: 'Bea', method: 'direct', world: 'isolated' });
    expect(await page.text('#log')).toBe('focusin beforeinput:insertFromPaste input:insertFromPaste change');
    expect(await page.evaluate('document.querySelector("#text").value')).toBe('Bea');
  });

  it.each([
    ['#number', 'twelve', ''],
    ['#date', '16.11.2026', ''],
    ['#upper', 'ada', 'ADA'],
  ])('%s that does not hold %j is not said to be filled in', async (selector, value, verifiedValue) => {
    const page = await open('/fields');
    expect(await page.data('fill', { selector, value })).toMatchObject({ filled: false, verifiedValue });
  });

  it.each([
    [{ selector: '#readonly' }, 'is read-only'],
    [{ selector: '#off' }, 'is disabled'],
    [{ selector: '#file' }, 'is of the type file and is not filled in: use helve browser upload'],
    [{ selector: 'h1' }, 'is not a field and cannot be edited'],
    [{ selector: '#list', value: 'Nine' }, 'has no option "Nine"'],
  ])('%j is refused, because it %s', async (target, reason) => {
    const page = await open('/fields');
    expect(await page.failure('fill', { value: 'x', ...target })).toMatchObject({
      code: 'ELEMENT_NOT_ACTIONABLE',
      details: { reason },
    });
  });

  it('for a password is not read out', async () => {
    const page = await open('/fields');
    expect(await page.data('fill', { selector: '#secret', value: 'abc' })).toMatchObject({
      filled: true,
      verifiedValue: '•••',
    });
  });

  it('that a framework controls takes the value, or says what it holds instead', async () => {
    const page = await open('/controlled');
    expect(await page.data('fill', { selector: '#free', value: 'Ada' })).toMatchObject({ filled: true });
    expect(await page.text('#state')).toBe('Ada');
    expect(await page.data('fill', { selector: '#digits', value: 'a1b2' })).toMatchObject({
      filled: false,
      verifiedValue: '12',
    });
  });

  it('takes its value from a file', async () => {
    const page = await open('/fields');
    const file = join(folder, 'value.txt');
    await writeFile(file, 'from a file');
    expect(await page.data('fill', { selector: '#text', valueFile: file })).toMatchObject({
      verifiedValue: 'from a file',
    });
    expect(await page.failure('fill', { selector: '#text' })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await page.failure('fill', { selector: '#text', valueFile: join(folder, 'none') })).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is filled in by a method in its own world only', async () => {
    const page = await open('/fields');
    const fill = { selector: '#text', value: 'x' };
    expect(await page.failure('fill', { ...fill, method: 'paste', world: 'main' })).toMatchObject({
      code: 'SCRIPT_ERROR',
      suggestedAction: 'Use --world isolated.',
    });
    expect(await page.failure('fill', { ...fill, method: 'runtime-api', world: 'main' })).toMatchObject({
      code: 'SCRIPT_ERROR',
    });
  });

  it('is one of several that are filled in at once, whatever becomes of the others', async () => {
    const page = await open('/fields');
    const form = {
      fields: [
        { target: { selector: '#text' }, value: 'Ada', method: 'paste', world: 'isolated' },
        { target: { selector: '#none' }, value: 'x' },
        { target: { selector: '#readonly' }, value: 'x' },
        { target: { selector: '#area' }, value: 'Bea' },
      ],
    };
    const results = [
      { target: { selector: '#text' }, filled: true, verifiedValue: 'Ada' },
      { target: { selector: '#none' }, filled: false, error: { code: 'ELEMENT_NOT_FOUND' } },
      { target: { selector: '#readonly' }, filled: false, error: { code: 'ELEMENT_NOT_ACTIONABLE' } },
      { target: { selector: '#area' }, filled: true, verifiedValue: 'Bea' },
    ];
    expect(await page.data('fill-form', { form })).toMatchObject({ results });
    const file = join(folder, 'form.json');
    await writeFile(file, JSON.stringify(form));
    expect(await page.data('fill-form', { file })).toMatchObject({ results });
    await writeFile(file, '{}');
    expect(await page.failure('fill-form', { file })).toMatchObject({ code: 'INVALID_INPUT' });
    // Of which page it is said also when none could be.
    expect(
      await home.envelope('fill-form', { session: page.session, form: { fields: form.fields.slice(1, 3) } }),
    ).toMatchObject({ ok: true, data: { results: results.slice(1, 3) }, page: { url: `${pages.origin}/fields` } });
  });

  it('is filled in by handle in a frame of another site, in a closed shadow root, and under a strict policy', async () => {
    const frames = await open('/frames');
    const { elements } = await frames.data<Data<'elements'>>('elements', { form: true });
    const handle = elements.find(({ label }) => label === 'Text')?.handle;
    expect(await frames.data('fill', { element: handle, value: 'in a frame' })).toMatchObject({ filled: true });
    expect(await frames.data('type', { element: handle, text: '!' })).toMatchObject({ value: 'in a frame!' });

    const shadow = await open('/shadow');
    expect(await shadow.data('fill', { element: 'Inside', value: 'deep' })).toMatchObject({ filled: true });
    const routeJson = { hosts: [{ selector: '#host' }], target: 'p' };
    expect(await shadow.data('fill', { routeJson, value: 'new' })).toMatchObject({ filled: true });

    const strict = await open('/strict');
    expect(await strict.data('fill', { selector: '[contenteditable]', value: 'strict' })).toMatchObject({
      filled: true,
    });
    // What runs beside the page's own scripts runs there too; it finds no editor.
    expect(await strict.failure('fill', { selector: 'div', value: 'x', method: 'runtime-api' })).toMatchObject({
      message: 'No editor with an interface of its own was found there',
    });
    expect(await strict.data('click', { selector: 'summary' })).toMatchObject({ clicked: true });
    expect(await strict.text('details')).toContain('Opened');
  });
});

describe('a list', () => {
  it('of the browser has an option chosen by its text', async () => {
    const page = await open('/fields');
    expect(await page.data('select', { selector: '#list', optionText: 'Three' })).toEqual({
      selected: true,
      optionText: 'Three',
      shows: 'Three',
    });
    expect(await page.evaluate('document.querySelector("#list").value')).toBe('3');
    expect(await page.failure('select', { selector: '#list', optionText: 'Nine' })).toMatchObject({
      code: 'ELEMENT_NOT_FOUND',
      details: { options: ['One', 'Two', 'Three'] },
    });
  });

  it('that the page made itself is opened, and its option clicked', async () => {
    const page = await open('/fields');
    expect(await page.data('select', { selector: '#custom', optionText: 'Blue' })).toEqual({
      selected: true,
      optionText: 'Blue',
      shows: 'Blue',
    });
    expect(await page.text('#custom')).toBe('Blue');
    expect(await page.failure('select', { selector: '#custom', optionText: 'Pink' })).toMatchObject({
      code: 'ELEMENT_NOT_FOUND',
      details: { options: ['Red', 'Blue'] },
    });
  });
});

describe('a key', () => {
  it('is told to the page, and does what it does in a browser', async () => {
    const page = await open('/keys');
    expect(await page.data('press', { selector: '#one', key: 'a' })).toMatchObject({ did: 'insert', prevented: false });
    expect(await page.text('#log')).toBe('keydown:a keypress:a beforeinput input keyup:a');
    expect(await page.data('press', { key: 'Tab' })).toMatchObject({ did: 'focus', focus: { tag: 'textarea' } });
    expect(await page.data('press', { key: 'Shift+Tab' })).toMatchObject({ focus: { tag: 'input', name: 'One' } });
    // A field that Tab leads to has its text selected.
    await page.data('type', { text: 'bcd' });
    await page.data('press', { key: 'ArrowLeft', count: 2 });
    await page.data('press', { key: 'Backspace' });
    expect(await page.data('type', { text: 'X' })).toEqual({ typed: true, value: 'Xcd' });
    await page.data('press', { key: 'Home' });
    await page.data('press', { key: 'Delete' });
    expect(await page.evaluate('one.value')).toBe('cd');
    await page.data('press', { key: 'Control+A' });
    expect(await page.data('type', { text: 'new' })).toEqual({ typed: true, value: 'new' });
  });

  it('that the page prevents does nothing else', async () => {
    const page = await open('/keys');
    expect(await page.data('press', { selector: '#one', key: 'q' })).toMatchObject({ prevented: true });
    expect(await page.evaluate('one.value')).toBe('');
  });

  it.each([
    ['#area', 'Enter', 'insert', 'area.value === "\\n"'],
    ['#number', 'ArrowUp', 'step', 'number.value === "6"'],
    ['#box', 'Space', 'click', 'box.checked'],
    ['#radio', 'ArrowDown', 'select', 'other.checked'],
    ['#list', 'ArrowDown', 'select', 'list.value === "2"'],
    ['#button', 'Enter', 'click', 'log.textContent.endsWith("clicked")'],
    ['#rich', 'Backspace', 'delete', 'rich.textContent === "tex"'],
    ['#modal button', 'Escape', 'close', '!modal.open'],
  ])('on %s: %s does %s', async (selector, key, did, expected) => {
    const page = await open(`/keys${selector.startsWith('#modal') ? '?modal' : ''}`);
    if (selector === '#rich') await page.data('type', { selector, text: 't' });
    if (selector === '#rich')
      await page.evaluate(
        'rich.textContent = "text", getSelection().selectAllChildren(rich), getSelection().collapseToEnd()',
      );
    expect(await page.data('press', selector === '#rich' ? { key } : { selector, key })).toMatchObject({ did });
    expect(await page.evaluate(expected)).toBe(true);
  });

  it('sends a form, and the answer comes with the next page', async () => {
    const page = await open('/keys');
    await page.data('fill', { selector: '#query', value: 'x' });
    expect(await page.data('press', { key: 'Enter' })).toMatchObject({ pressed: 'Enter' });
    expect(await page.text('h1')).toBe('The next page');
    expect(pages.requests).toContain('GET /next?q=x');
  });

  it('that nobody has is refused', async () => {
    const page = await open('/keys');
    expect(await page.failure('press', { key: 'Hyper+X' })).toMatchObject({ code: 'SCRIPT_ERROR' });
  });
});

describe('dragging', () => {
  it('carries data to what takes it', async () => {
    const page = await open('/dragging');
    expect(await page.data('drag', { selector: '#card', toSelector: '#list' })).toEqual({
      dragged: true,
      dropped: true,
      by: 'drag events',
    });
    expect(await page.text('#list')).toBe('Card');
    expect(await page.data('drag', { selector: '#list', toSelector: '#nowhere' })).toMatchObject({
      by: 'pointer events',
    });
  });

  it('moves what follows the pointer', async () => {
    const page = await open('/dragging');
    expect(await page.data('drag', { selector: '#knob', toSelector: '#nowhere' })).toMatchObject({
      by: 'pointer events',
    });
    expect(await page.evaluate('held === false && knob.getBoundingClientRect().left > 300')).toBe(true);
  });
});

describe('files', () => {
  it('are given to a file field, byte for byte', async () => {
    const page = await open('/fields');
    const [small, large] = [join(folder, 'note.txt'), join(folder, 'large.bin')];
    await writeFile(small, 'hello');
    const bytes = Buffer.from(Array.from({ length: 1_500_000 }, (_, index) => (index * 7) % 256));
    await writeFile(large, bytes);
    expect(await page.data('upload', { selector: '#file', files: [small, large] })).toEqual({
      uploaded: true,
      files: [
        { name: 'note.txt', size: 5 },
        { name: 'large.bin', size: 1_500_000 },
      ],
      by: 'input',
    });
    const sum = bytes.reduce((total, byte, index) => (total + byte * (index % 13)) % 1_000_003, 0);
    expect(
      await page.evaluate(`(async () => {
        const [note, large] = file.files;
        const bytes = new Uint8Array(await large.arrayBuffer());
        return [note.type, await note.text(), bytes.reduce((total, byte, index) => (total + byte * (index % 13)) % 1000003, 0), changes];
      })()`),
    ).toEqual(['text/plain', 'hello', sum, 1]);
  });

  it('are dropped on what takes them', async () => {
    const page = await open('/fields');
    const file = join(folder, 'a.json');
    await writeFile(file, '{}');
    expect(await page.data('upload', { selector: '#zone', files: [file] })).toMatchObject({
      uploaded: true,
      by: 'drop',
    });
    expect(await page.text('#zone')).toBe('a.json application/json');
    expect(await page.data('upload', { selector: 'h1', files: [file] })).toMatchObject({ uploaded: false });
    expect(await page.failure('upload', { selector: '#zone', files: [join(folder, 'none')] })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await page.failure('upload', { selector: '#single', files: [file, file] })).toMatchObject({
      code: 'ELEMENT_NOT_ACTIONABLE',
    });
  });

  it('are downloaded by a click or by address, and are where it is said', async () => {
    const page = await open('/');
    for (const what of [{ element: 'Table' }, { url: `${pages.origin}/file` }]) {
      const { file, ...rest } = await page.data<Data<'download'>>('download', what);
      expect(rest).toEqual({ size: 4, url: `${pages.origin}/file`, mimeType: 'text/csv' });
      expect(await readFile(file, 'utf8')).toBe('a,b\n');
    }
    expect(await page.failure('download', {})).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await page.failure('download', { url: `${pages.origin}/none` })).toMatchObject({
      code: 'NAVIGATION_FAILED',
    });
  });
});

describe('dialogs', () => {
  it('are answered as was said before, also in the next page', async () => {
    const page = await open('/dialogs');
    expect(await page.data('dialog')).toEqual({ seen: [] });
    expect(await page.data('dialog', { accept: true })).toEqual({ answer: { accept: true }, seen: [] });
    await page.data('click', { selector: 'button' });
    expect(await page.text('#out')).toBe('true nobody');
    expect(await page.data('dialog', { text: 'Ada' })).toEqual({
      answer: { accept: true, text: 'Ada' },
      seen: [
        { type: 'alert', message: 'Careful', answer: true },
        { type: 'confirm', message: 'Sure?', answer: true },
        { type: 'prompt', message: 'Name?', answer: 'nobody' },
      ],
    });
    await page.data('reload');
    await page.data('click', { selector: 'button' });
    expect(await page.text('#out')).toBe('true Ada');
    await page.data('dialog', { dismiss: true });
    await page.data('click', { selector: 'button' });
    expect(await page.text('#out')).toBe('false null');
    expect(await page.failure('dialog', { accept: true, dismiss: true })).toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('the history of a tab', () => {
  it('is walked back and forth', async () => {
    const page = await open('/');
    await page.data('navigate', { url: `${pages.origin}/next` });
    expect(await page.data('back')).toMatchObject({ url: `${pages.origin}/`, loadTime: expect.any(Number) });
    expect(await page.data('forward')).toMatchObject({ url: `${pages.origin}/next`, title: 'Next' });
    expect(await page.failure('forward')).toMatchObject({
      code: 'NAVIGATION_FAILED',
      message: 'There is no page to go forward to',
    });
  });

  it('stays as it is when the page is loaded again', async () => {
    const page = await open('/next?again');
    expect(await page.data('reload')).toMatchObject({ title: 'Next' });
    expect(pages.requests.filter((request) => request === 'GET /next?again')).toHaveLength(2);
  });
});

describe('waiting', () => {
  it.each([
    [{ strategy: 'selector', target: '#late' }],
    [{ strategy: 'text', target: 'At last' }],
    [{ strategy: 'text-gone', target: 'Loading' }],
    [{ strategy: 'idle' }],
    [{ strategy: 'load' }],
    [{ strategy: 'url', target: '*#done' }],
    [{ strategy: 'navigation', target: '*/?later#done' }],
  ])('for %j is over when it is so', async (wait) => {
    const page = await open('/?later');
    expect(await home.data('wait', { session: page.session, ...wait }, { timeout: 15_000 })).toMatchObject({
      matched: true,
    });
  });

  it.each([
    [{ strategy: 'selector', target: '#never' }],
    [{ strategy: 'text', target: 'never' }],
    [{ strategy: 'url', target: 'http://127.0.0.1/' }],
  ])('for %j that never comes is no error', async (wait) => {
    const page = await open('/');
    expect(await home.data('wait', { session: page.session, ...wait }, { timeout: 1_500 })).toMatchObject({
      matched: false,
    });
  });

  it('goes on in the page that comes', async () => {
    const page = await open('/?leave');
    expect(await page.data('wait', { strategy: 'text', target: 'The next page' })).toMatchObject({ matched: true });
    expect(await page.failure('wait', { strategy: 'text' })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await page.failure('wait', { strategy: 'selector', target: '!' })).toMatchObject({ code: 'SCRIPT_ERROR' });
  });

  it('goes on also when a page that leaves takes the question with it, and nobody says so', async () => {
    const page = await open('/next');
    await home.browser.inWorker(`(() => {
      const { sendMessage } = chrome.tabs;
      lost = false;
      chrome.tabs.sendMessage = () => { lost = true; chrome.tabs.sendMessage = sendMessage; return new Promise(() => {}); };
    })()`);
    const waiting = page.data('wait', { strategy: 'text', target: 'Goal' });
    await expect.poll(() => home.browser.inWorker('lost')).toBe(true);
    await page.evaluate(`location.href = '/counting'`);
    expect(await waiting).toMatchObject({ matched: true });
  });
});

it('a value or a form comes from standard input', async () => {
  const page = await open('/fields');
  const sandbox = await openSandbox();
  sandbox.env.HELVE_HOME = home.home;
  const fill = ['browser', 'fill', '-s', page.session, '--selector', '#text', '--value-stdin', '--method', 'paste'];
  const filled = await sandbox.helve([...fill, '--world', 'isolated'], 'from a pipe');
  expect(JSON.parse(filled.stdout)).toMatchObject({ ok: true, data: { filled: true, verifiedValue: 'from a pipe' } });
  const form = { fields: [{ target: { selector: '#area' }, value: 'Ada' }] };
  const done = await sandbox.helve(['browser', 'fill-form', '-s', page.session, '--stdin'], JSON.stringify(form));
  expect(JSON.parse(done.stdout)).toMatchObject({ ok: true, data: { results: [{ filled: true }] } });
  expect((await sandbox.helve([...fill, '--value', 'x'], 'y')).code).toBe(2);
});

describe('when the worker is ended meanwhile', () => {
  const ROUNDS = 4;

  it.each([
    ['type', { selector: '#field', text: 'x' }, 'field.value.length'],
    ['press', { selector: '#button', key: 'Enter' }, 'clicks'],
    ['fill', { selector: '#field', value: 'Ada' }, 'inputs'],
    ['select', { selector: '#list', optionText: 'Two' }, 'choices'],
    ['scroll', { by: '10' }, 'scrollY / 10'],
    ['drag', { selector: '#card', toSelector: '#goal' }, 'drops'],
    ['click', { selector: '#button', count: 2 }, 'clicks / 2'],
  ])('%s is done once', async (action, input, count) => {
    const page = await open('/counting');
    for (let round = 1; round <= ROUNDS; round++) {
      await Promise.all([page.data(action, input), home.browser.stopWorker()]);
      expect(await page.evaluate(count)).toBe(round);
    }
  });

  it('files are uploaded and downloaded once', async () => {
    const page = await open('/counting');
    const file = join(folder, 'some.bin');
    await writeFile(file, Buffer.alloc(1_200_000, 7));
    for (let round = 1; round <= ROUNDS; round++) {
      await Promise.all([page.data('upload', { selector: '#file', files: [file] }), home.browser.stopWorker()]);
      expect(await page.evaluate('[uploads, file.files[0].size]')).toEqual([round, 1_200_000]);
      const before = pages.requests.length;
      await Promise.all([page.data('download', { url: `${pages.origin}/file` }), home.browser.stopWorker()]);
      expect(pages.requests.slice(before)).toEqual(['GET /file']);
    }
  });

  it('the tab goes one page back', async () => {
    const page = await open('/counting');
    for (const number of [1, 2, 3, 4, 5]) await page.data('navigate', { url: `${pages.origin}/next?${number}` });
    for (const number of [4, 3, 2, 1]) {
      const [went] = await Promise.all([page.data('back'), home.browser.stopWorker()]);
      expect(went).toMatchObject({ url: `${pages.origin}/next?${number}` });
    }
  });
});
