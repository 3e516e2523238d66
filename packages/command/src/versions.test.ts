import { expect, it } from 'vitest';
import { compareVersions, isNewer } from './versions.ts';

it.each([
  ['1.10.0', '1.9.0', true],
  ['1.9', '1.10', false],
  ['2', '1.99.99', true],
  ['v1.2.3', '1.2.3', false],
  ['1.2', '1.2.0', false],
  ['1.0.0', '1.0.0-beta', true],
  ['1.0.0-beta.10', '1.0.0-beta.9', true],
  ['1.0.0-beta', '1.0.0-beta.1', false],
  ['1.0.0-alpha.beta', '1.0.0-alpha.1', true],
  ['1.0.0+build', '1.0.0', false],
  ['4fe1c0ffee00', '1.0.0', true],
  ['4fe1c0ffee00', '4fe1c0ffee00', false],
])('%s is newer than %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});

it('orders versions as semantic versioning does', () => {
  const ordered =
    '1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.0.1';
  const versions = ordered.split(' ');
  expect(versions.toReversed().sort((one, other) => compareVersions(one, other) ?? Number.NaN)).toEqual(versions);
});

it('does not order what is no version', () => {
  expect([compareVersions('', '1.0'), compareVersions('1.0', 'main'), compareVersions('1.0', '1.0.0')]).toEqual([
    undefined,
    undefined,
    0,
  ]);
});
