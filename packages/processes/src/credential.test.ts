import { expect, it } from 'vitest';
import { looksSecret, maskCredentials } from './credential.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

it.each([
  [`remote: ghp_${'a1B2'.repeat(9)} is old`, 'remote: •••••• is old'],
  [`Authorization: Bearer ${JWT}`, 'Authorization: Bearer ••••••'],
  [`{"jwt":"${JWT}"}`, '{"jwt":"••••••"}'],
  ['DATABASE_URL=postgres://app:hunter2@db/x', 'DATABASE_URL=postgres://app:••••••@db/x'],
  ['AWS AKIAIOSFODNN7EXAMPLE.', 'AWS ••••••.'],
  [
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----\nafter',
    '-----BEGIN RSA PRIVATE KEY-----••••••-----END RSA PRIVATE KEY-----\nafter',
  ],
])('masks the credential in %j by its form', (text, masked) => {
  expect(maskCredentials(text)).toBe(masked);
  expect(looksSecret('HARMLESS', text)).toBe(true);
});

it.each([
  'http://localhost:3000/@vite/client and https://a.b/c:d@e',
  'git@github.com:owner/name.git',
  'class="sk-loading-spinner-component-large"',
  'npm_config_registry npm_lifecycle_event hf_token',
  'Bearer of good news; Basic needs of everybody',
  'eyJ is how such a token starts',
  '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----',
])('leaves %j as it is', (text) => {
  expect(maskCredentials(text)).toBe(text);
});
