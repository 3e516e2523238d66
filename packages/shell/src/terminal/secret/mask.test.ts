import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Mask, maskText } from './mask.ts';

function through(mask: Mask, chunks: readonly string[]): string {
  return Buffer.concat([...chunks.map((chunk) => mask.push(Buffer.from(chunk))), mask.flush()]).toString();
}

it.each([
  [{ A: 'hunter2!' }, ['x hun', 'ter', '2! y'], 'x [secret A] y'],
  [{ A: 'hunter2!' }, ['hunter2!hunter2!'], '[secret A][secret A]'],
  [{ A: 'hunter2!' }, ['hunter', '3'], 'hunter3'],
  [{ A: 'hunter2!' }, ['hunhunter', '2!'], 'hun[secret A]'],
  [{ A: 'abcd', B: 'abcdef' }, ['abcd', 'ef', 'abcd', 'x'], '[secret B][secret A]x'],
  [{ A: 'bcde', B: 'abcdef' }, ['abcde', 'f', 'abcde', '!'], '[secret B]a[secret A]!'],
  [{ A: 'abcd', B: 'cdxy' }, ['abcdxy'], '[secret A]xy'],
  [{ A: 'secret' }, ['a secret'], 'a [secret A]'],
  [{ A: 'pä€ss' }, ['<pä€ss>'], '<[secret A]>'],
  [{ A: 'two\nlines' }, ['two\r\nlines two\nlines "two\\nlines"'], '[secret A] [secret A] "[secret A]"'],
  [{}, ['as it is'], 'as it is'],
])('masks %j in %j', (secrets, chunks, shown) => {
  expect(through(new Mask(secrets), chunks)).toBe(shown);
});

it('gives the same however the bytes are split', () => {
  const secrets = { A: 'aba', B: 'abab', C: 'bbba' };
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 30 });
  fc.assert(
    fc.property(text, fc.array(fc.nat(30), { maxLength: 5 }), (whole, cuts) => {
      const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
      const chunks = at.slice(1).map((end, index) => whole.slice(at[index], end));
      expect(through(new Mask(secrets), chunks)).toBe(maskText(whole, secrets));
    }),
  );
});

it('lets a short beginning out after a while, and still hides the rest', () => {
  const mask = new Mask({ A: 'hunter2!' });
  const shown = [mask.push(Buffer.from('a h')), mask.release(), mask.push(Buffer.from('unte')), mask.release()];
  expect(shown.map(String)).toEqual(['a ', 'h', '', '']);
  expect(String(mask.push(Buffer.from('r2! b')))).toBe('[secret A] b');
});

it('goes on after a short beginning that was none', () => {
  const mask = new Mask({ A: 'hunter2!' });
  const shown = [
    mask.push(Buffer.from('hu')),
    mask.release(),
    mask.push(Buffer.from('nt')),
    mask.push(Buffer.from('s')),
  ];
  expect(shown.map(String)).toEqual(['', 'hu', '', 'nts']);
  expect(String(mask.push(Buffer.from(' hunter2!')))).toBe(' [secret A]');
});
