import { expect, it } from 'vitest';
import { maskSecrets, maskValue } from './mask.ts';

it.each([
  ['Authorization: Bearer abc123def456', 'Authorization: [masked] [masked]'],
  ['GET /a?token=abc&page=2', 'GET /a?token=[masked]&page=2'],
  ['{"apiKey":"abc","name":"Ada"}', '{"apiKey":"[masked]","name":"Ada"}'],
  ["password: 'hunter2'", "password: '[masked]'"],
  ['jwt eyJhbGciOi.eyJzdWIiOi.c2ln', 'jwt [masked]'],
  ['key AKIAABCDEFGHIJKLMNOP', 'key [masked]'],
  ['https://user:pass@example.com/', 'https://[masked]@example.com/'],
  ['id 0123456789abcdef0123456789abcdef', 'id [masked]'],
])('hides a secret: %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

it.each([
  'Loaded 3 items in 20 ms',
  'https://example.com/articles/2026/11/a-long-title-of-an-article-about-something',
  'TypeError: x is not a function at main.js:10:3',
])('leaves other texts as they are: %s', (text) => {
  expect(maskSecrets(text)).toBe(text);
});

it('hides a value by its name', () => {
  expect(maskValue('access_token', 'short')).toBe('[masked]');
  expect(maskValue('theme', 'dark')).toBe('dark');
});
