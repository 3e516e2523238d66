import { expect, it } from 'vitest';
import { coloured } from './coloured.ts';

const usual = { role: 'muted' } as const;
const red = { sgr: '31' };

it.each([
  ['mine', [['mine', usual]]],
  [
    '\u001b[31mred\u001b[0m rest',
    [
      ['red', red],
      [' rest', usual],
    ],
  ],
  [
    'a\u001b[31mb\u001b[1mc\u001b[md',
    [
      ['a', usual],
      ['b', red],
      ['c', { sgr: '31;1' }],
      ['d', usual],
    ],
  ],
  ['\u001b[1m\u001b[0;38;5;77mgreen', [['green', { sgr: '38;5;77' }]]],
  ['\u001b[2J\u001b[31mred\u001b]0;title\u0007\u001b[3A\u001b[?25l', [['red', red]]],
])('%j has its colours, and nothing else that moves anything', (text, spans) => {
  expect(coloured(text, usual).map(({ text: words, style }) => [words, style])).toEqual(spans);
});

it('does not grow with what is said again and again', () => {
  const [last] = coloured('\u001b[38;5;77mx'.repeat(200), usual).slice(-1);
  expect(last?.style?.sgr?.length).toBeLessThan(80);
});
