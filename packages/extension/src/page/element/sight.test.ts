// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { at, attach, show } from '../testing/dom.ts';
import { eachChild, elementsIn, parentOf } from './shadow.ts';
import { isInSight, look, lookAtAsked, readableWords, type Sight, sightOf } from './sight.ts';
import { isInViewport, isRendered } from './visible.ts';

/** How #x is seen, from the body inwards; undefined if something on the way cannot be. */
function seen(): Sight | undefined {
  const chain: Element[] = [];
  for (let each: Element | null = at('#x'); each && each !== document.body; each = parentOf(each)) chain.unshift(each);
  return chain.reduce<Sight | undefined>((above, each) => above && look(each, above), lookAtAsked(document.body));
}

/** The words of #x, as a person reads them. */
function words(): string | undefined {
  const sight = seen();
  const { firstChild } = at('#x');
  return sight && firstChild instanceof Text ? readableWords(firstChild.data, firstChild, at('#x'), sight) : undefined;
}

describe('an element', () => {
  it.each([
    ['that is displayed', '<p id="x">Text</p>'],
    [
      'that is visible in one that is not',
      '<p style="visibility:hidden"><b id="x" style="visibility:visible">T</b></p>',
    ],
    ['without a box of its own', '<p id="x" style="display:contents">Text</p>'],
    ['that is nearly transparent', '<p id="x" style="opacity:0.01">Text</p>'],
    ['that hides what overflows, and has a size', '<p id="x" style="overflow-x:hidden">Text</p>'],
    ['that is placed in the window', '<p id="x" style="position:fixed" data-box="0 0 10 10">Text</p>'],
    ['that is cut to a part', '<p id="x" style="clip-path:inset(10%)">Text</p>'],
  ])('%s is seen', (_, html) => {
    show(html);
    const sight = seen();
    expect(sight && isInSight(at('#x'), sight)).toBe(true);
  });

  it.each([
    ['that is not displayed', '<p id="x" style="display:none">Text</p>'],
    ['in one that is not displayed', '<div style="display:none"><p id="x">Text</p></div>'],
    ['that is transparent', '<p id="x" style="opacity:0">Text</p>'],
    ['that is as good as transparent', '<p id="x" style="opacity:0.001">Text</p>'],
    ['that a filter makes transparent', '<p id="x" style="filter:opacity(0%)">Text</p>'],
    ['without a size', '<p id="x" data-box="10 10 0 0">Text</p>'],
    ['that is moved above the page', '<p id="x" data-box="10 -900 100 20">Text</p>'],
    ['below a window that it is fixed to', '<p id="x" style="position:fixed" data-box="0 5000 100 20">Text</p>'],
    [
      'to the left of one that cuts off what is beyond',
      '<div style="overflow-x:hidden" data-box="100 0 100 20"><p id="x" data-box="0 0 50 20">Text</p></div>',
    ],
    ['that is cut to a small polygon', '<p id="x" style="clip-path:polygon(0px 0px, 0px 0px)">Text</p>'],
    ['in one that is transparent', '<div style="opacity:0"><p id="x">Text</p></div>'],
    ['that is cut to nothing by inset', '<p id="x" style="clip-path:inset(50%)">Text</p>'],
    ['that is cut to nothing by a circle', '<p id="x" style="clip-path:circle(0px)">Text</p>'],
    [
      'that is cut to nothing by clip',
      '<p id="x" style="position:absolute; clip:rect(0,0,0,0)" data-box="0 0 1 1">T</p>',
    ],
    ['that is cut to a pixel', '<p id="x" style="overflow-x:hidden" data-box="0 0 1 1">Text</p>'],
    ['that is cut to a line', '<p id="x" style="overflow-x:hidden" data-box="0 0 1 100">Text</p>'],
    ['to the left of the page', '<p id="x" style="position:absolute" data-box="-9999 0 100 20">Text</p>'],
    ['above the page', '<p id="x" style="position:fixed" data-box="0 -50 100 20">Text</p>'],
    ['of a script', '<script id="x">Text</script>'],
    ['of a template', '<template id="x">Text</template>'],
    ['of a list of suggestions', '<datalist id="x"><option>Text</option></datalist>'],
    ['that names a drawing', '<svg><title id="x">Text</title></svg>'],
  ])('%s is not seen, nor is anything in it', (_, html) => {
    show(html);
    const sight = seen();
    expect(sight !== undefined && isInSight(at('#x'), sight)).toBe(false);
    expect(words() ?? '').toBe('');
  });

  it('that is hidden is not shown itself, but what is in it may be', () => {
    show('<p id="x" style="visibility:hidden">Text</p>');
    expect(seen()).toMatchObject({ shown: false });
  });

  it('placed above a part that was scrolled down is seen, because one can scroll back', () => {
    show('<div id="scroller"><p id="x" style="position:absolute" data-box="0 -50 100 20">Text</p></div>');
    at('#scroller').scrollTop = 200;
    expect(seen()).toMatchObject({ shown: true });
  });

  it('that a read asks for is seen whatever its style', () => {
    show('<p id="x" style="display:none">Text</p>');
    expect(lookAtAsked(at('#x'))).toMatchObject({ shown: true, ariaHidden: false, block: true });
  });

  it('passes on aria-hidden to what is in it', () => {
    show('<div aria-hidden="true"><p><b id="x">Text</b></p></div>');
    expect(seen()).toMatchObject({ shown: true, ariaHidden: true });
    show('<div aria-hidden="false"><b id="x">Text</b></div>');
    expect(seen()).toMatchObject({ ariaHidden: false });
  });

  it.each([
    ['block', true],
    ['flex', true],
    ['inline', false],
    ['inline-block', false],
    ['contents', false],
  ])('with display: %s begins on a line of its own: %s', (display, block) => {
    show(`<span id="x" style="display:${display}">Text</span>`);
    expect(seen()).toMatchObject({ block });
  });
});

describe('words', () => {
  it.each([
    ['in black on white', '', 'Text'],
    ['in a size that nobody can read', 'font-size:0.5px', ''],
    ['pushed out of the page', 'text-indent:-9999px', ''],
    ['of an element that is hidden', 'visibility:hidden', ''],
    ['without a colour', 'color:rgba(0, 0, 0, 0)', '⟦in the colour of its background: Text⟧'],
    ['in white on white', 'color:rgb(255, 255, 255)', '⟦in the colour of its background: Text⟧'],
    ['in nearly white on white', 'color:rgb(252, 252, 252)', '⟦in the colour of its background: Text⟧'],
    ['in grey on white', 'color:rgb(240, 240, 240)', 'Text'],
    [
      'in red on red',
      'color:rgb(255, 0, 0); background-color:rgb(255, 0, 0)',
      '⟦in the colour of its background: Text⟧',
    ],
    ['in white on a picture', 'color:rgb(255, 255, 255); background-image:url(a.png)', 'Text'],
    ['that show too little', 'opacity:0.05', '⟦nearly transparent: Text⟧'],
    ['behind a mask', 'mask-image:url(a.png)', '⟦masked: Text⟧'],
    ['out of focus', 'filter:blur(8px)', '⟦blurred: Text⟧'],
    [
      'in white over nothing else',
      'color:rgb(255, 255, 255); position:absolute',
      '⟦in the colour of its background: Text⟧',
    ],
  ])('%s', (_, style, expected) => {
    show(`<p id="x" style="${style}">Text</p>`);
    expect(words()).toBe(expected);
  });

  it.each([
    ['beyond the edge of one that cuts them off', 'overflow-x:hidden', '⟦cut off: Text⟧'],
    ['where one can scroll to', 'overflow-x:auto', 'Text'],
    ['beyond an edge that does not cut', '', 'Text'],
  ])('%s', (_, style, expected) => {
    show(`<div style="${style}" data-box="0 0 100 20"><p id="x" data-box="300 0 50 20">Text</p></div>`);
    expect(words()).toBe(expected);
  });

  it('placed by themselves are cut off only by what places them', () => {
    const inner = '<p id="x" style="position:absolute" data-box="300 0 50 20">Text</p>';
    show(`<div style="overflow-x:hidden" data-box="0 0 100 20">${inner}</div>`);
    expect(words()).toBe('Text');
    show(`<div style="overflow-x:hidden; position:relative" data-box="0 0 100 20">${inner}</div>`);
    expect(words()).toBe('⟦cut off: Text⟧');
  });

  it('take their background from the nearest element that has one', () => {
    show('<div style="background-color:rgb(0, 0, 0)"><p id="x">Text</p></div>');
    expect(words()).toBe('⟦in the colour of its background: Text⟧');
  });
});

it('an element is seen in the same way from above and by itself', () => {
  show('<div style="overflow-x:hidden" data-box="0 0 100 20"><p id="x" data-box="300 0 50 20">Text</p></div>');
  expect(sightOf(at('#x'))?.view).toEqual(seen()?.view);
  show('<div style="display:none"><p id="x">Text</p></div>');
  expect(sightOf(at('#x'))).toBeUndefined();
});

describe('shadow trees', () => {
  it('are walked in the order in which a person meets them, with what fills their slots', () => {
    show('<x-card><b slot="title" id="title"></b><i id="rest"></i></x-card><hr>');
    attach('x-card', '<h2><slot name="title"></slot></h2><slot name="none"><u id="fallback"></u></slot>');
    expect(elementsIn(document.body).map(({ localName }) => localName)).toEqual([
      'x-card',
      'h2',
      'slot',
      'b',
      'slot',
      'u',
      'hr',
    ]);
    expect(parentOf(at('#title'))).toBe(at('slot[name="title"]'));
  });

  it('are found where they are closed', () => {
    show('<div id="host">Light</div>');
    attach('#host', '<p id="dark">Dark</p>', 'closed');
    const children: Node[] = [];
    eachChild(at('#host'), (child) => children.push(child));
    expect(children).toEqual([at('#dark')]);
    expect(parentOf(at('#dark'))).toBe(at('#host'));
  });

  it('hide what is in them when their host is hidden', () => {
    show('<div id="host" style="display:none"></div>');
    attach('#host', '<p id="x">Dark</p>');
    expect(isRendered(at('#x'))).toBe(false);
    at('#host').removeAttribute('style');
    expect(isRendered(at('#x'))).toBe(true);
  });
});

describe('to act on it', () => {
  it.each([
    ['<p id="x">', true],
    ['<p id="x" style="opacity:0">', true],
    ['<p id="x" style="visibility:hidden">', false],
    ['<p id="x" style="display:none">', false],
    ['<script id="x"></script>', false],
  ])('%s counts as rendered: %s', (html, rendered) => {
    show(html);
    expect(isRendered(at('#x'))).toBe(rendered);
  });

  it.each([
    ['0 0 10 10', true],
    ['-5 -5 10 10', true],
    ['-10 0 10 10', false],
    ['0 5000 10 10', false],
    ['0 0 0 10', false],
  ])('a box at %s is in view: %s', (box, inView) => {
    show(`<p id="x" data-box="${box}">`);
    expect(isInViewport(at('#x'))).toBe(inView);
  });
});
