import { expect, it } from 'vitest';
import type { Check } from './check.ts';
import { renderDiagnosis } from './render.ts';

const check = (state: Check['state']) => ({ topic: 'browser', check: state, state, detail: 'so it is' });

it.each<readonly [readonly Check['state'][], string]>([
  [['ok'], 'All is well.'],
  [['ok', 'off', 'skipped'], 'Nothing is wrong. Not in use: browser off.'],
  [['ok', 'failed', 'skipped', 'off'], 'Something is wrong: browser failed.'],
])('%j ends with %j', (states, verdict) => {
  const checks = states.map(check);
  expect(
    renderDiagnosis({ ok: !states.includes('failed'), checks })
      .split('\n')
      .at(-1),
  ).toBe(verdict);
});
