import { describe, expect, it } from 'vitest';
import { checkData, checkParams, Malformed } from './actions.ts';

const CLICK = { target: { handle: 'el3' }, button: 'left', count: 1 };

describe('the extension takes a request', () => {
  it('whose params are those of its action, and drops what it does not know', () => {
    expect(checkParams('click', { ...CLICK, extra: 1 })).toEqual(CLICK);
    expect(checkParams('press', { key: 'Enter', count: 1 })).toEqual({ key: 'Enter', count: 1 });
  });

  it.each([
    ['no params', 'click', undefined],
    ['no target', 'drag', { to: { handle: 'el3' } }],
    ['a target named in two ways', 'click', { ...CLICK, target: { handle: 'el3', selector: 'a' } }],
    ['a handle of another form', 'click', { ...CLICK, target: { handle: '3' } }],
    ['an empty name', 'click', { ...CLICK, target: { name: ' ' } }],
    ['a button that no mouse has', 'click', { ...CLICK, button: 'fourth' }],
    ['a text where a number belongs', 'click', { ...CLICK, count: '2' }],
    ['an action that there is not', 'constructor', {}],
  ])('but not one with %s', (_, action, params) => {
    expect(() => checkParams(action as 'click', params)).toThrow(Malformed);
  });
});

it('the service takes an answer only if it has the form that its action declares', () => {
  const data = { clicked: true, disappeared: false, stable: true };
  expect(checkData('click', data)).toEqual(data);
  expect(() => checkData('click', { clicked: true })).toThrow('The answer to click is malformed: disappeared');
});
