import { expect, test } from 'vitest';
import { keyBytes, parseStrokes } from './keys.ts';

test.each([
  ['ls -la{enter}', [{ text: 'ls -la' }, { key: 'enter' }]],
  ['ls\n', [{ text: 'ls' }, { key: 'enter' }]],
  ['a\r\nb', [{ text: 'a' }, { key: 'enter' }, { text: 'b' }]],
  ['{Ctrl+C}', [{ key: 'ctrl+c' }]],
  ['{{up}', [{ text: '{up}' }]],
  ['${{x}', [{ text: '${x}' }]],
  ['{secret}{enter}', [{ secret: true }, { key: 'enter' }]],
  ['', []],
])('%j is understood', (input, strokes) => {
  expect(parseStrokes(input)).toEqual(strokes);
});

test.each([
  ['up', '\x1b[A', '\x1bOA'],
  ['home', '\x1b[H', '\x1bOH'],
  ['ctrl+left', '\x1b[1;5D', '\x1b[1;5D'],
  ['shift+tab', '\x1b[Z', '\x1b[Z'],
  ['alt+x', '\x1bx', '\x1bx'],
  ['alt+enter', '\x1b\r', '\x1b\r'],
  ['ctrl+d', '\x04', '\x04'],
  ['f12', '\x1b[24~', '\x1b[24~'],
  ['delete', '\x1b[3~', '\x1b[3~'],
])('{%s} is sent as terminals do', (key, plain, application) => {
  expect([keyBytes(key, { applicationCursor: false }), keyBytes(key, { applicationCursor: true })]).toEqual([
    plain,
    application,
  ]);
});

test.each(['{', '{nokey}', '{ctrl+}', '{}', '{constructor}', '{alt+nothing}'])('%j is no key', (input) => {
  expect(() => parseStrokes(input)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
});
