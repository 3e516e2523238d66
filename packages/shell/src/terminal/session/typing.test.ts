import { expect, it } from 'vitest';
import { Typing } from './typing.ts';

it.each([
  ['ls\r', ['ls']],
  ['a\nb\rc', ['a', 'b']],
  ['curx\x7fl x\r', ['curl x']],
  ['rl x\x01cu\r', ['curl x']],
  ['cul\x1b[Dr\r', ['curl']],
  ['xcurl\x1bOH\x1b[3~\r', ['curl']],
  ['rm all\x17\x05a\r', ['rm a']],
  ['rm all\x15ls\r', ['ls']],
  ['rm all\x03ls\r', ['ls']],
  ['ls all\x01\x06\x06\x0b\r', ['ls']],
  ['\x1b[200~é b\x1b[201~\r', ['é b']],
  ['curl x\x0f', ['curl x']],
])('%j enters %j', (keys, lines) => {
  expect(new Typing().type(keys)).toEqual(lines.map((text) => ({ text, unclear: false })));
});

it.each(['cu\t\r', '\x1b[A\r', '\x12cu\r', '\x19\r', 'a\x1bfb\r', '!!\r', '!cu\r', '^a^b\r', 'x\x1b\r'])(
  'does not claim to know what %j enters',
  (keys) => {
    expect(new Typing().type(keys)).toEqual([{ text: expect.any(String), unclear: true }]);
  },
);

it('goes on with what was typed before, and a copy leaves it as it is', () => {
  const typing = new Typing();
  expect(typing.type('cu')).toEqual([]);
  expect(typing.copy().type('rl\r')).toEqual([{ text: 'curl', unclear: false }]);
  expect(typing.type('t\r')).toEqual([{ text: 'cut', unclear: false }]);
  expect(typing.type('\r')).toEqual([{ text: '', unclear: false }]);
});
