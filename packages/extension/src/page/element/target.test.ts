// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { at, attach, show } from '../testing/dom.ts';
import { handles } from './handles.ts';
import { isField, isInteractive } from './interactive.ts';
import { isSecret, MASK, valueOf } from './secret.ts';
import { locate } from './selector.ts';
import { findAllDeep, findScope, findTarget } from './target.ts';

beforeEach(() => handles.continueAt(handles.next, handles.next - 1));

describe('a target by selector', () => {
  it('is the one element that matches', () => {
    show('<button id="x">Save</button>');
    expect(findTarget({ selector: 'button' })).toBe(at('#x'));
  });

  it.each([
    ['matches nothing', '.none', 'ELEMENT_NOT_FOUND', { selector: '.none' }],
    ['matches two', 'button', 'SELECTOR_AMBIGUOUS', { selector: 'button', count: 2 }],
    ['is none', '!!', 'SCRIPT_ERROR', { selector: '!!' }],
    ['is empty', '', 'SCRIPT_ERROR', { selector: '' }],
  ])('that %s is refused', (_, selector, code, details) => {
    show('<button>Save</button><button>Cancel</button>');
    expect(() => findTarget({ selector })).toThrow(expect.objectContaining({ code, details }));
  });

  it('is not looked for in shadow roots', () => {
    show('<x-app></x-app>');
    attach('x-app', '<button id="inner">Save</button>');
    expect(() => findTarget({ selector: '#inner' })).toThrow(expect.objectContaining({ code: 'ELEMENT_NOT_FOUND' }));
    expect(findAllDeep('#inner')).toEqual([at('#inner')]);
  });
});

describe('a target by handle', () => {
  it('is the element that was given it, which keeps it', () => {
    show('<a href="/" id="x">Home</a>');
    const handle = handles.of(at('#x'));
    expect(handle).toMatch(/^el\d+$/);
    expect(handles.of(at('#x'))).toBe(handle);
    expect(handles.of(at('#x'), 'ln')).toBe(handle.replace('el', 'ln'));
    expect(findTarget({ handle })).toBe(at('#x'));
    expect(findTarget({ handle: handle.replace('el', 'ln') })).toBe(at('#x'));
  });

  it('is stale when the page has replaced the element, however alike the new one is', () => {
    show('<button id="x">Save</button>');
    const handle = handles.of(at('#x'));
    show('<button id="x">Save</button>');
    expect(() => findTarget({ handle })).toThrow(expect.objectContaining({ code: 'ELEMENT_HANDLE_STALE' }));
    expect(handles.of(at('#x'))).not.toBe(handle);
  });

  it('is taken back when it reached nobody', () => {
    show('<button id="a">A</button><button id="b">B</button>');
    const [known, lost] = [handles.of(at('#a')), handles.of(at('#b'))];
    const number = Number(known.slice(2));
    handles.continueAt(number + 50, number);
    expect(findTarget({ handle: known })).toBe(at('#a'));
    expect(() => findTarget({ handle: lost })).toThrow(expect.objectContaining({ code: 'ELEMENT_HANDLE_STALE' }));
    expect(handles.of(at('#b'))).toBe(`el${number + 50}`);
  });
});

describe('a target by name', () => {
  it.each(['Save', ' save ', 'SAVE'])('is found however it is written: %j', (name) => {
    show('<p>Save</p><button id="x">Save</button><button>Save as</button>');
    expect(findTarget({ name })).toBe(at('#x'));
  });

  it('is found by its label, and in a closed shadow root', () => {
    show('<label for="x">Email</label><input id="x"><x-app></x-app>');
    attach('x-app', '<button id="inner" aria-label="Menu"></button>', 'closed');
    expect(findTarget({ name: 'email' })).toBe(at('#x'));
    expect(findTarget({ name: 'menu' })).toBe(at('#inner'));
  });

  it('is not one that nobody sees', () => {
    show('<button style="display:none">Save</button><button id="x">Save</button>');
    expect(findTarget({ name: 'Save' })).toBe(at('#x'));
  });

  it('that two have is refused with their handles', () => {
    show('<button id="a">Save</button><button id="b">Save</button>');
    expect(() => findTarget({ name: 'Save' })).toThrow(
      expect.objectContaining({
        code: 'SELECTOR_AMBIGUOUS',
        suggestedAction: `Use a handle instead: ${handles.of(at('#a'))}, ${handles.of(at('#b'))}`,
      }),
    );
  });

  it('that only a text has is not found', () => {
    show('<p>Save</p>');
    expect(() => findTarget({ name: 'Save' })).toThrow(expect.objectContaining({ code: 'ELEMENT_NOT_FOUND' }));
  });
});

describe('a target by route', () => {
  it('leads through shadow roots, also closed ones', () => {
    show('<x-app></x-app><x-app></x-app>');
    attach('x-app:first-child', '<p></p>');
    attach('x-app:last-child', '<x-menu></x-menu>', 'closed');
    attach('x-menu', '<button id="x">Open</button>');
    const route = { hosts: [{ selector: 'x-app', index: 1 }, { selector: 'x-menu' }], target: 'button' };
    expect(findTarget({ route })).toBe(at('#x'));
  });

  it.each([
    ['a host without a root', [{ selector: 'p' }], 'p has no shadow root'],
    ['an index that is too high', [{ selector: 'p', index: 3 }], '1 element matches p, so there is no number 3'],
    ['a host that is not there', [{ selector: 'x-none' }], 'Nothing in the page matches x-none'],
  ])('with %s is refused', (_, hosts, message) => {
    show('<p></p>');
    expect(() => findTarget({ route: { hosts, target: 'b' } })).toThrow(
      expect.objectContaining({ code: 'ELEMENT_NOT_FOUND', message }),
    );
  });
});

it('a read without a selector is about the body, and one with it about that element', () => {
  show('<main><p>Text</p></main>');
  expect(findScope(undefined)).toBe(document.body);
  expect(findScope('p')).toBe(at('p'));
});

describe('an element is located', () => {
  it.each([
    ['by its id', '<button id="x">A</button>', 'button', '#x'],
    [
      'by a test id',
      '<b></b><button data-testid="save">A</button><button>B</button>',
      '[data-testid]',
      'button[data-testid="save"]',
    ],
    ['by its name', '<input name="q"><input>', '[name]', 'input[name="q"]'],
    ['by its tag, if it is the only one', '<p></p><button class="c">A</button>', '.c', 'button'],
    ['below the nearest that can be', '<ul id="l"><li>1</li><li class="c">2</li></ul>', '.c', '#l > li:nth-of-type(2)'],
  ])('%s', (_, html, which, selector) => {
    show(html);
    expect(locate(at(which))).toEqual({ selector });
    expect(findTarget({ selector })).toBe(at(which));
  });

  it('by a route in a shadow root, which leads back to it', () => {
    show('<x-app></x-app>');
    attach('x-app', '<button class="c">A</button><button>B</button>');
    const located = locate(at('.c'));
    expect(located).toMatchObject({ route: { hosts: [{ selector: 'x-app' }] } });
  });
});

describe('what can be acted on', () => {
  it.each([
    '<button id="x">',
    '<a id="x" href="/">',
    '<input id="x">',
    '<textarea id="x">',
    '<select id="x">',
    '<summary id="x">',
    '<div id="x" tabindex="0">',
    '<div id="x" role="button">',
    '<div id="x" role="treeitem">',
    '<div id="x" contenteditable>',
  ])('includes %s', (html) => {
    show(html);
    expect(isInteractive(at('#x'))).toBe(true);
  });

  it.each([
    '<a id="x">',
    '<div id="x">',
    '<input id="x" type="hidden">',
    '<div id="x" tabindex="-1">',
    '<div id="x" role="heading">',
    '<div contenteditable><p id="x"></p></div>',
  ])('does not include %s', (html) => {
    show(html);
    expect(isInteractive(at('#x'))).toBe(false);
  });

  it('is filled in only where it is a field', () => {
    show('<button id="a"></button><input id="b"><div id="c" contenteditable></div><select id="d"></select>');
    expect(['#a', '#b', '#c', '#d'].map((each) => isField(at(each)))).toEqual([false, true, true, true]);
  });
});

describe('the value of a field', () => {
  it.each([
    ['<input id="x" value="Ada">', 'Ada'],
    ['<input id="x" type="password" value="hunter2">', MASK],
    ['<input id="x" type="password">', ''],
    ['<input id="x" autocomplete="current-password" value="hunter2">', MASK],
  ])('of %s is read as %j', (html, value) => {
    show(html);
    expect(valueOf(at('#x') as HTMLInputElement)).toBe(value);
  });

  it('that was a password stays secret when the page shows it', () => {
    show('<input id="x" type="password" value="hunter2">');
    expect(isSecret(at('#x'))).toBe(true);
    at('#x').setAttribute('type', 'text');
    expect(valueOf(at('#x') as HTMLInputElement)).toBe(MASK);
  });
});
