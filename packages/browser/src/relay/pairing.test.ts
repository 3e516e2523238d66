import { expect, it } from 'vitest';
import { Pairing } from './pairing.ts';

const MINUTE = 60_000;

it('takes a code once, and for five minutes only', () => {
  const pairing = new Pairing();
  const { code, expiresAt } = pairing.issue(0, 'work');
  expect(expiresAt).toBe(5 * MINUTE);
  expect(pairing.claim(code, 5 * MINUTE)).toBe('PAIRING_CODE_EXPIRED');
  expect(pairing.claim(` ${code.toLowerCase()} `, 5 * MINUTE - 1)).toMatchObject({ name: 'work' });
  expect(pairing.claim(code, 1)).toBe('PAIRING_CODE_CONSUMED');
});

it('takes none after five wrong ones in a minute, and takes them again after it', () => {
  const pairing = new Pairing();
  const { code } = pairing.issue(0);
  for (let tries = 0; tries < 5; tries++) expect(pairing.claim('AAAA-AAAA', tries)).toBe('PAIRING_CODE_INVALID');
  expect(pairing.claim(code, 10)).toBe('PAIRING_RATE_LIMITED');
  expect(pairing.claim(code, MINUTE + 5)).toMatchObject({ code });
});
