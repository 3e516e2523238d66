import { expect, it } from 'vitest';
import { Pairing } from './pairing.ts';

const MINUTE = 60_000;

it('takes a code once, and for five minutes only', () => {
  const pairing = new Pairing();
  const { code, expiresAt } = pairing.issue(0, 'work');
  expect(expiresAt).toBe(5 * MINUTE);
  expect(pairing.claim(code, 'one', 5 * MINUTE)).toBe('PAIRING_CODE_EXPIRED');
  expect(pairing.claim(` ${code.toLowerCase()} `, 'one', 5 * MINUTE - 1)).toMatchObject({ name: 'work' });
  expect(pairing.claim(code, 'another', 1)).toBe('PAIRING_CODE_CONSUMED');
});

it('takes it again from the same extension until that has connected, whose worker may have been ended on the way', () => {
  const pairing = new Pairing();
  const { code } = pairing.issue(0, 'work');
  for (const at of [1, 2]) expect(pairing.claim(code, 'one', at)).toMatchObject({ name: 'work' });
  expect(pairing.claim(code, 'one', 5 * MINUTE)).toBe('PAIRING_CODE_EXPIRED');
  pairing.connected('one');
  expect(pairing.claim(code, 'one', 3)).toBe('PAIRING_CODE_CONSUMED');
});

it('takes none after five wrong ones in a minute, and takes them again after it', () => {
  const pairing = new Pairing();
  const { code } = pairing.issue(0);
  for (let tries = 0; tries < 5; tries++) expect(pairing.claim('AAAA-AAAA', 'one', tries)).toBe('PAIRING_CODE_INVALID');
  expect(pairing.claim(code, 'one', 10)).toBe('PAIRING_RATE_LIMITED');
  expect(pairing.claim(code, 'one', MINUTE + 5)).toMatchObject({ code });
});
