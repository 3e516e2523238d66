import { expect, test } from 'vitest';
import { keyBytes, parseStrokes } from './keys.ts';

test.each([
  ['ls -la{enter}', [{ text: 'ls -la' }, { key: 'enter' }]],
  ['ls\n', [{ text: 'ls' }, { key: 'enter' }]],
  ['a\r\nb', [{ text: 'a' }, { key: 'enter' }, { text: 'b' }]],
  ['{Ctrl+C}', [{ key: 'ctrl+c' }]],
  ['{ctrl+]}{ctrl+[}', [{ key: 'ctrl+]' }, { key: 'ctrl+[' }]],
  ['{{up}', [{ text: '{up}' }]],
  ['}{enter}}', [{ text: '}' }, { key: 'enter' }, { text: '}' }]],
  ['{secret}{enter}', [{ secret: true }, { key: 'enter' }]],
  ['', []],
])('%j is understood', (input, strokes) => {
  expect(parseStrokes(input)).toEqual({ strokes, misspelt: [] });
});

test.each([
  `awk '{print $2}'`,
  `awk '{print}' a; awk '{ n++ } END { print n }'`,
  '${HOME}/${END} ${UP:-x}',
  '{"a": {"b": [1, {"up": 2}]}}',
  `find . -name '*.ts' -exec wc -l {} +`,
  `docker ps --format '{{.Names}} {{end}} {{ range }}'`,
  'cp a.{js,ts} {1..3}',
  'f() { echo hi; }',
  '{',
  '{}',
  '{constructor}',
])('%j is typed as it is', (input) => {
  expect(parseStrokes(input)).toEqual({ strokes: [{ text: input }], misspelt: [] });
});

test.each([
  ['a{entre}', 'enter'],
  ['{ctrl-c}', 'ctrl+c'],
  ['{backspce}', 'backspace'],
])('%j is typed as it is, with a suggestion', (input, suggestion) => {
  expect(parseStrokes(input)).toEqual({
    strokes: [{ text: input }],
    misspelt: [{ written: input.replace(/^a/, ''), suggestion }],
  });
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
