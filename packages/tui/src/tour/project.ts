/** The scratch project of the tour: small, with a fault and a test that shows it. */
export const TOUR_FILES: Readonly<Record<string, string>> = {
  'README.md': `# Prices

Adds tax to prices. \`node --test\` runs the tests.
`,
  'package.json': `{
  "name": "prices",
  "private": true,
  "type": "module"
}
`,
  'price.js': `export function withTax(price, rate) {
  return price + rate;
}
`,
  'price.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTax } from './price.js';

test('adds a fifth of the price', () => {
  assert.equal(withTax(50, 0.2), 60);
});
`,
};
