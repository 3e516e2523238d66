/** What a pointer meets in a page, and which elements of it a person could point at. */
import { describe, expect, it } from 'vitest';
import type { Data } from '../../packages/browser/src/protocol.ts';
import { useBrowser } from '../kit/browser.ts';
import { usePages } from '../kit/pages.ts';

const SAY = `<output id="log"></output><script>
const say = (what) => log.append((log.textContent ? ' ' : '') + what);
</script>`;

/** Check boxes and the like as pages hide them, each in another way. */
const HIDDEN_FIELDS = `<!doctype html>${SAY}<style>.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }</style>
<p><input type="checkbox" id="a" hidden><label for="a">Not displayed</label></p>
<p><label><span class="sr"><input type="checkbox"></span><span>Clipped</span></label></p>
<p><label><input type="radio" name="r" style="position: absolute; left: -9999px"> Far away</label></p>
<p style="position: relative; width: 60px; height: 20px; background: #ddd"><select aria-label="Under" style="position: absolute; inset: 0; opacity: 0"><option>One</option><option>Two</option></select></p>
<p><label for="f">Choose a file</label><input type="file" id="f" style="display: none"></p>
<p onclick="say('drawn'); this.querySelector('input').checked = true" style="width: 40px"><input type="checkbox" aria-label="Drawn" style="opacity: 0; width: 0; height: 0"><i style="cursor: pointer">▢</i></p>
<p><label for="t">A label that says much more about its field than there is room for in the name of the field on one line</label><input id="t"></p>
<p><label for="u">Label</label><input id="u" aria-label="Another name"></p>
<p><label>Alone</label></p>
<p style="position: absolute; left: -9999px"><label>Honey <input name="trap"></label><input type="checkbox" aria-label="Trap"></p>
<p style="display: none"><label><input type="checkbox"> Nowhere</label></p>
<script>for (const field of document.querySelectorAll('input, select')) field.addEventListener('change', () => say(field.ariaLabel ?? field.labels[0]?.textContent.trim()));</script>`;

const NESTED = `<!doctype html>${SAY}<x-button id="host">Save</x-button>
<div id="card" tabindex="0" style="width: 300px; padding: 30px; text-align: center"><button id="inner">Inner</button></div>
<a id="link" href="#x"><b id="bold">Bold</b></a> <button id="gone">Gone</button>
<span id="deaf" style="pointer-events: none">Deaf</span>
<script>
customElements.define('x-button', class extends HTMLElement {
  constructor() {
    super();
    const root = this.attachShadow({ mode: 'closed' });
    root.innerHTML = '<button><slot></slot></button>';
    root.querySelector('button').onclick = () => say('shadow');
  }
});
card.onclick = ({ target }) => say('card:' + target.id);
link.onclick = (event) => { event.preventDefault(); say('link:' + event.target.id); };
link.onmouseenter = () => say('enter');
link.onmouseleave = () => say('leave');
gone.onmousedown = () => { const other = document.createElement('button'); other.textContent = 'Gone'; other.onmouseup = () => say('replaced'); gone.replaceWith(other); };
</script>`;

const PLACES = `<!doctype html>${SAY}<style>body { margin: 0 } output { position: absolute; top: 500px }</style>
<canvas id="board" width="200" height="100" aria-label="Board" style="display: block"></canvas>
<iframe src="/frame" width="300" height="150" style="display: block; border: 0; margin-left: 20px"></iframe>
<div style="height: 3000px"></div><canvas id="far" width="50" height="2000"></canvas>
<script>board.onclick = ({ offsetX, offsetY }) => say('board ' + offsetX + ',' + offsetY);
far.onclick = ({ offsetX, offsetY }) => say('far ' + offsetX + ',' + offsetY);</script>`;

const HOVER = `<!doctype html>${SAY}<style>
.row { width: 300px; padding: 10px } .row button { display: none } .row:hover button { display: inline-block }
</style><div class="row">Row <button onclick="say('deleted ' + event.isTrusted)">Delete</button></div>
<button id="plain" onclick="say('plain ' + event.isTrusted)">Plain</button><iframe src="/frame" width="300" height="150"></iframe>`;

const home = useBrowser();
const pages = usePages({
  '/hidden-fields': HIDDEN_FIELDS,
  '/nested': NESTED,
  '/places': PLACES,
  '/hover': HOVER,
  '/roleless': `<!doctype html><style>.tools { visibility: hidden } .row:hover .tools { visibility: visible } .row:hover b { color: red }</style>
    <div onclick="0">Attribute</div><div style="cursor: pointer">Cursor</div><div draggable="true" ondragstart="say('dragstart')">Card</div>
    <div style="cursor: grab">Grip</div><ul style="cursor: pointer; list-style: none"><li>First</li><li>Second</li></ul>
    <div style="cursor: pointer">Whole <button>Part</button></div><div class="row">Row with tools<span class="tools"><button>Tool</button></span></div>
    <div contenteditable aria-label="Editor"></div><p>Plain</p>${SAY}`,
  '/frame':
    '<!doctype html><body style="margin: 0"><iframe src="/deep" style="margin: 10px; border: 5px solid" width="200" height="90"></iframe>',
  '/deep': `<!doctype html><body style="margin: 0"><button style="position: absolute; left: 40px; top: 20px; width: 80px" onclick="this.textContent = 'Pressed ' + event.isTrusted">Deep</button>`,
  '/grid': `<!doctype html>${SAY}<table><thead><tr><th onclick="say('sort')" aria-sort="ascending">Name</th><th>Age</th></tr></thead><tr><td>Ada</td><td>36</td></tr></table>
    <div role="grid"><div role="row"><div role="gridcell" onclick="say('cell')">A1</div><div role="gridcell">B1</div></div></div>
    <table role="grid"><tr><td>C1</td></tr></table><video width="90" height="60"></video>`,
});

async function open(path: string) {
  const { session } = await home.open(pages.origin + path);
  const tree = async (more: object = {}) =>
    (await home.data<Data<'snapshot'>>('snapshot', { session, ...more })).tree.split('\n').map((line) => line.trim());
  return {
    tree,
    data: (action: string, input: object = {}) => home.data<object>(action, { session, ...input }),
    failure: (action: string, input: object = {}) => home.failure(action, { session, ...input }),
    handle: async (line: string) => {
      const found = (await tree()).find((each) => each.includes(line));
      return /\[(el\d+)/.exec(found?.slice(found.indexOf(line)) ?? '')?.[1];
    },
    log: async () => (await home.data<Data<'text'>>('text', { session, selector: '#log' })).text,
  };
}

describe('fields that are not seen themselves', () => {
  it('are in the tree by what a person sees of them, and labels are kept that say more', async () => {
    const page = await open('/hidden-fields');
    expect(await page.tree()).toEqual([
      'checkbox "Not displayed" [el1]',
      'checkbox "Clipped" [el2]',
      'radio "Far away" [el3]',
      'combobox "Under" [el4]: "One"',
      'file "Choose a file" [el5]',
      'checkbox "Drawn" [el6]',
      'text "▢"',
      'text "A label that says much more about its field than there is room for in the name of the field on one line"',
      expect.stringMatching(/^textbox "A label that says .*…" \[el7\]$/),
      'text "Label"',
      'textbox "Another name" [el8]',
      'text "Alone"',
    ]);
    const { elements } = (await page.data('elements')) as Data<'elements'>;
    expect(elements.map(({ label }) => label?.slice(0, 20))).toEqual([
      'Not displayed',
      'Clipped',
      'Far away',
      'Under',
      'Choose a file',
      'Drawn',
      'A label that says mu',
      'Another name',
    ]);
  });

  it('are used by their handles', async () => {
    const page = await open('/hidden-fields');
    await page.tree();
    for (const element of ['el1', 'el2', 'el3', 'el6']) await page.data('click', { element });
    await page.data('select', { element: 'el4', optionText: 'Two' });
    expect(await page.data('fill', { element: 'el1', value: 'false' })).toMatchObject({ filled: true });
    expect(await page.log()).toBe('Not displayed Clipped Far away drawn Under Not displayed');
    expect(await page.failure('click', { selector: '[aria-label="Trap"]' })).toMatchObject({
      code: 'ELEMENT_NOT_ACTIONABLE',
    });
  });
});

it('table headers, cells of grids and surfaces have handles', async () => {
  const page = await open('/grid');
  expect(await page.tree()).toEqual([
    'table:',
    'row: "Name" [el1 ascending] | "Age" [el2]',
    'row: "Ada" | 36',
    'grid: row: "A1" [el3] | "B1" [el4]',
    'grid: row: "C1" [el5]',
    'video [el6 90x60]',
  ]);
  await page.data('click', { element: 'el1' });
  await page.data('click', { element: 'el3' });
  expect(await page.log()).toBe('sort cell');
});

describe('a click', () => {
  it('meets the innermost element that lies there, as a mouse does', async () => {
    const page = await open('/nested');
    await page.data('click', { selector: '#host' });
    await page.data('click', { selector: '#link' });
    // Beside the button that is in the middle of the card.
    await page.data('click', { selector: '#card' });
    await page.data('click', { selector: '#inner' });
    expect(await page.log()).toBe('shadow enter link:bold leave card:card card:inner');
  });

  it('goes on with what the page puts there while the button is down', async () => {
    const page = await open('/nested');
    await page.data('click', { selector: '#gone' });
    expect(await page.log()).toBe('replaced');
  });

  it('is refused where the pointer goes through the element', async () => {
    const page = await open('/nested');
    expect(await page.failure('click', { selector: '#deaf' })).toMatchObject({ code: 'ELEMENT_NOT_ACTIONABLE' });
  });
});

describe('a click at a place', () => {
  it('of a canvas is counted from its corner, and may be anywhere in it', async () => {
    const page = await open('/places');
    expect(await page.tree()).toContain('canvas "Board" [el1 200x100]');
    expect(await page.data('elements')).toMatchObject({
      elements: expect.arrayContaining([expect.objectContaining({ label: 'Board', width: 200, height: 100 })]),
    });
    expect(await page.data('click', { element: 'el1', at: '30,40' })).toMatchObject({
      hit: { tag: 'canvas', handle: 'el1', name: 'Board' },
    });
    await page.data('click', { selector: '#far', at: '10,1900' });
    expect(await page.log()).toBe('board 30,40 far 10,1900');
    expect(await page.failure('click', { element: 'el1', at: '300,40' })).toMatchObject({
      code: 'ELEMENT_NOT_ACTIONABLE',
      message: 'The canvas "Board" is 200 × 100: 300,40 is outside of it',
    });
  });

  it('of the window meets what is there, also in frames of frames', async () => {
    const page = await open('/places');
    await page.data('click', { at: '50,60' });
    expect(await page.log()).toBe('board 50,60');
    // 20 + 10 + 5 + 40 from the left, and 100 + 10 + 5 + 20 from the top.
    expect(await page.data('click', { at: '80,140' })).toMatchObject({ hit: { tag: 'button', name: 'Deep' } });
    expect(await page.tree()).toContainEqual(expect.stringContaining('Pressed false'));
    expect(await page.failure('click', { at: '5000,10' })).toMatchObject({ code: 'ELEMENT_NOT_FOUND' });
    expect(await page.failure('click', { at: 'left' })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await page.failure('click')).toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('the real pointer', () => {
  it('makes controls appear that a page shows on hover, and the result names it', async () => {
    const page = await open('/hover');
    expect(await page.data('hover', { selector: '.row' })).not.toHaveProperty('by');
    expect(await page.handle('"Delete"')).toBeUndefined();
    expect(await page.data('hover', { selector: '.row', realPointer: true })).toMatchObject({ by: 'debugger' });
    const element = await page.handle('"Delete"');
    expect(await page.data('click', { element, realPointer: true })).toMatchObject({ by: 'debugger' });
    expect(await page.data('click', { selector: '#plain' })).not.toHaveProperty('by');
    expect(await page.log()).toBe('deleted true plain false');
  });

  it('reaches into frames of frames', async () => {
    const page = await open('/hover');
    const element = await page.handle('"Deep"');
    expect(await page.data('click', { element, realPointer: true })).toMatchObject({ by: 'debugger' });
    expect(await page.handle('"Pressed true"')).toBe(element);
  });
});

describe('what has no role', () => {
  it('but could be clicked, dragged or pointed at has a handle', async () => {
    const page = await open('/roleless');
    expect(await page.tree()).toEqual([
      'clickable "Attribute" [el1]',
      'clickable "Cursor" [el2]',
      'clickable "Card" [el3 draggable]',
      'clickable "Grip" [el4]',
      'listitem "First" [el5]',
      'listitem "Second" [el6]',
      'clickable [el7]:',
      'text "Whole "',
      'button "Part" [el8]',
      'clickable [el9 hover]: text "Row with tools"',
      'textbox "Editor" [el10]',
      'text "Plain"',
    ]);
    await page.data('hover', { element: 'el9', realPointer: true });
    expect(await page.handle('"Tool"')).toBeDefined();
    expect(await page.data('drag', { element: 'el3', toElement: 'el2' })).toMatchObject({ dragged: true });
    expect(await page.log()).toContain('dragstart');
    // Lists of elements have them, too.
    const { elements } = (await page.data('elements')) as Data<'elements'>;
    expect(elements.map(({ handle }) => handle)).toContain('el3');
  });
});
