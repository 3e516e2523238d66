import { expect, it } from 'vitest';
import { flagField, listField, numberField, parseFrontMatter, textField } from './front-matter.ts';

it.each([
  ['---\na: b\n---\ntext', { fields: { a: 'b' }, body: 'text' }],
  ['---\n---\ntext', { fields: {}, body: 'text' }],
  ['\uFEFF---\r\na: "b: c"\r\n---\r\ntext', { fields: { a: 'b: c' }, body: 'text' }],
  ['---\na: >\n  one\n  two\nb: [x, "y"]\n---\n', { fields: { a: 'one two\n', b: ['x', 'y'] }, body: '' }],
  ['---\na: |\n  one\n  two\n---\n---\nmore', { fields: { a: 'one\ntwo\n' }, body: '---\nmore' }],
  ["---\na: 'it''s'\nb:\n  - x # why\n  - y\n---\n", { fields: { a: "it's", b: ['x', 'y'] }, body: '' }],
  ['---\na: Use this: then that\nb: "x"\n---\ntext', { fields: { a: 'Use this: then that', b: 'x' }, body: 'text' }],
  ['---\nhint: [one] [two]\n---\ntext', { fields: { hint: '[one] [two]' }, body: 'text' }],
  ['no front matter\n---\n', { fields: {}, body: 'no front matter\n---\n' }],
  ['---\nno end', { fields: {}, body: '---\nno end' }],
])('front matter of %j', async (text, expected) => {
  expect(await parseFrontMatter(text)).toEqual(expected);
});

it.each([
  ['tools: Read, Bash(git log, x), Edit', ['Read', 'Bash(git log, x)', 'Edit']],
  ['tools: Read Bash(git log:*) Edit', ['Read', 'Bash(git log:*)', 'Edit']],
  ['tools: [Read, "Bash(git *)"]', ['Read', 'Bash(git *)']],
  ['tools:\n  - Read\n  - Edit', ['Read', 'Edit']],
  ['tools: ""', []],
  ['other: x', undefined],
])('a list written as %j', async (head, expected) => {
  expect(listField(await parseFrontMatter(`---\n${head}\n---\n`), 'tools')).toEqual(expected);
});

it('reads numbers, flags and hints as they are meant', async () => {
  const document = await parseFrontMatter('---\nn: 3\nzero: 0\non: true\noff: "no"\nhint: [file]\n---\n');
  expect([numberField(document, 'n'), numberField(document, 'zero'), numberField(document, 'hint')]).toEqual([
    3,
    undefined,
    undefined,
  ]);
  expect([flagField(document, 'on'), flagField(document, 'off'), flagField(document, 'n')]).toEqual([
    true,
    false,
    undefined,
  ]);
  expect(textField(document, 'hint')).toBe('[file]');
});
