// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { at, attach, show } from '../testing/dom.ts';
import { labelElements, nameOf, shorten, wordsIn } from './name.ts';

const ALL = `<span id="by">By id</span><label for="x">Label</label>`;
const FIELD = 'aria-labelledby="by" alt="Alt" title="Title" placeholder="Placeholder"';

describe('the name of an element', () => {
  it.each([
    [`${ALL}<input id="x" aria-label="Aria" ${FIELD}>`, 'Aria'],
    [`${ALL}<input id="x" aria-label="  " ${FIELD}>`, 'By id'],
    [`${ALL}<input id="x" alt="Alt" title="Title" placeholder="Placeholder">`, 'Label'],
    ['<input id="x" alt="Alt" title="Title" placeholder="Placeholder">', 'Alt'],
    ['<button id="x" alt="Alt" title="Title">Text</button>', 'Alt'],
    ['<button id="x" title="Title">Text</button>', 'Text'],
    ['<input id="x" title="Title" placeholder="Placeholder">', 'Title'],
    ['<input id="x" placeholder="Placeholder">', 'Placeholder'],
    ['<input id="x">', ''],
  ])('comes from the first source that has one: %s', (html, name) => {
    show(html);
    expect(nameOf(at('#x'))).toBe(name);
  });

  it('joins the elements that aria-labelledby names, and skips ids that do not exist', () => {
    show(
      '<i id="a">Delete</i><i id="b" aria-label="file">icon</i><button id="x" aria-labelledby="a none b">X</button>',
    );
    expect(nameOf(at('#x'))).toBe('Delete file');
  });

  it('takes labels around a field and labels that point to it', () => {
    show('<label for="x">First</label><label>Second <input id="x"></label>');
    expect(labelElements(at('#x'))).toHaveLength(2);
    expect(nameOf(at('#x'))).toBe('First Second');
  });

  it('finds the ids of a shadow root in that root', () => {
    show('<i id="a">Outside</i><x-app></x-app>');
    attach('x-app', '<i id="a">Inside</i><button id="in-root" aria-labelledby="a"></button>');
    expect(nameOf(at('#in-root'))).toBe('Inside');
  });

  it.each([
    ['<input id="x" type="submit">', 'Submit'],
    ['<input id="x" type="reset">', 'Reset'],
    ['<input id="x" type="submit" value="Send">', 'Send'],
    ['<input id="x" type="button" value="Press">', 'Press'],
    ['<input id="x" type="text" value="Ada">', ''],
    ['<textarea id="x">Ada</textarea>', ''],
    ['<select id="x"><option>One</option></select>', ''],
    ['<div id="x" contenteditable>Ada</div>', ''],
  ])('is the caption of a button and never the value of a field: %s', (html, name) => {
    show(html);
    expect(nameOf(at('#x'))).toBe(name);
  });

  it('is one line of at most 80 characters', () => {
    show(`<button id="x">  two\n  words ${'x'.repeat(100)}</button>`);
    expect(nameOf(at('#x'))).toBe(`two words ${'x'.repeat(69)}…`);
    expect(shorten('a\0b\n c', 80)).toBe('a b c');
  });
});

describe('the words in an element', () => {
  it('are those that a person sees', () => {
    show('<a id="x">Buy <b style="display:none">not</b><i style="visibility:hidden">me</i>now</a>');
    expect(wordsIn(at('#x'))).toBe('Buy now');
  });

  it('are those for a screen reader where a person sees none', () => {
    show(
      '<a id="x"><span style="position:absolute; clip-path:inset(50%)">Close</span><b style="display:none">no</b></a>',
    );
    expect(wordsIn(at('#x'))).toBe('Close');
  });

  it('have spaces between blocks, and none between inline elements', () => {
    show('<a id="x"><div>one</div><div>two</div><b>th</b><i>ree</i></a>');
    expect(wordsIn(at('#x')).split(/\s+/)).toEqual(['one', 'two', 'three']);
  });

  it('include the text of pictures, but not the options of a list', () => {
    show('<a id="x"><img alt="Logo"> home <select><option>One</option></select></a>');
    expect(wordsIn(at('#x')).replace(/\s+/g, ' ')).toBe('Logo home');
  });

  it('come from the shadow tree, with what fills its slots', () => {
    show('<x-button id="x"><i>Save</i></x-button>');
    attach('#x', '<b>[<slot></slot>]</b>', 'closed');
    expect(nameOf(at('#x'))).toBe('[Save]');
  });

  it('of a closed details element are those of its summary', () => {
    show('<div id="x"><details><summary>More</summary><p>Hidden</p></details></div>');
    expect(wordsIn(at('#x'))).toBe('More');
    at('details').setAttribute('open', '');
    expect(wordsIn(at('#x')).split(/\s+/)).toEqual(['More', 'Hidden']);
  });
});
