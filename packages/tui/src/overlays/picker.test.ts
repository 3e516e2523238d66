import { expect, it } from 'vitest';
import { plainText } from '../text/span.ts';
import { picker } from './picker.ts';

it('puts what is found in the name before what is found beside it', () => {
  const labels = ['Fix issue 2', 'Fix issue 1', 'Fix issue 3 minutes'];
  const options = labels.map((label) => ({ label, detail: 'just now · 1 prompt', value: label }));
  const { lines } = picker({ title: 'Which?', options, searchable: true }, { selected: 0, query: 'issue 1' }).draw({
    columns: 80,
    rows: 24,
  });
  expect(lines.map(plainText).filter((row) => row.includes('Fix'))[0]).toMatch(/^❯ Fix issue 1 /);
});
