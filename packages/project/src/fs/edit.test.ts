import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from '@helve/command';
import { sampleCaller } from '@helve/policy/testing';
import { runLine } from '@helve/doors';
import { expect, it } from 'vitest';
import { openProject } from '../testing/project.ts';
import { fsModule } from './module.ts';

it('replaces a text and shows the change', async () => {
  const project = await openProject([fsModule], { a: 'one\ntwo\n' });
  expect(await project.data('fs edit', { path: 'a', oldText: 'two', newText: 'three $& $1' })).toMatchObject({
    path: 'a',
    replacements: 1,
    diff: '--- a\n+++ a\n@@ -1,2 +1,2 @@\n one\n-two\n+three $& $1',
  });
});

it('matches LF text in a CRLF file and keeps its endings and byte order mark', async () => {
  const project = await openProject([fsModule], { a: '\uFEFFone\r\ntwo\r\n' });
  await project.run('fs edit', { path: 'a', oldText: 'one\ntwo', newText: '1\n2\n3' });
  expect(await readFile(join(project.dir, 'a'), 'utf8')).toBe('\uFEFF1\r\n2\r\n3\r\n');
});

it('makes no edit when one of several fails', async () => {
  const project = await openProject([fsModule], { a: 'one two' });
  const edits = [
    { oldText: 'one', newText: '1' },
    { oldText: 'zzz', newText: '2' },
  ];
  expect(await project.error('fs edit', { path: 'a', edits })).toMatchObject({
    code: 'NO_MATCH',
    message: 'a, edit 2 of 2: the text to replace was not found',
  });
  expect(await readFile(join(project.dir, 'a'), 'utf8')).toBe('one two');
});

it('shows the nearest text with line numbers where a person or a model reads the error', async () => {
  const { dir, home } = await openProject([], { 'a.ts': 'const one = 1;\nconst two = 2;\n' });
  const { llmContent } = await runLine(
    new Registry([fsModule]),
    'helve fs edit --path a.ts --old-text "const two = 22;" --new-text x',
    sampleCaller({ cwd: dir, home, env: {} }),
  );
  expect(llmContent).toMatch(
    /^NO_MATCH: a\.ts: the text to replace was not found\n {4}2\tconst two = 2;\nThe nearest is at lines 2-2\. /,
  );
});

it.each([
  [
    '\tif (x) {\n\t\treturn\n',
    '    if (x) {\n        return',
    'The file indents with tabs where the given text has spaces.',
  ],
  ['if (x) {  \n  return\n', 'if (x) {\n  return', 'They differ in whitespace at the end of a line.'],
  ['const total = sum(a)\nreturn\n', 'const totals = sum(b)\nreturn', 'The first difference is at line 1 of the file.'],
])('says how the nearest text differs (%#)', async (text, oldText, difference) => {
  const project = await openProject([fsModule], { a: text });
  expect(await project.error('fs edit', { path: 'a', oldText, newText: '' })).toMatchObject({
    code: 'NO_MATCH',
    details: { nearest: { startLine: 1, endLine: 2, difference } },
  });
});

it('names the lines of an ambiguous text, and replaces all when told', async () => {
  const project = await openProject([fsModule], { a: 'x\ny\nx\n' });
  const edit = { path: 'a', oldText: 'x', newText: 'z' };
  expect(await project.error('fs edit', edit)).toMatchObject({ code: 'AMBIGUOUS_MATCH', details: { lines: [1, 3] } });
  expect(await project.data('fs edit', { ...edit, replaceAll: true })).toMatchObject({ replacements: 2 });
});

it('loses none of many edits at once', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `<${index}>`);
  const project = await openProject([fsModule], { a: names.join('\n') });
  await Promise.all(names.map((oldText) => project.run('fs edit', { path: 'a', oldText, newText: 'done' })));
  expect(await readFile(join(project.dir, 'a'), 'utf8')).toBe(names.map(() => 'done').join('\n'));
});

it.each([
  ['binary', Buffer.from([120, 0, 1]), 'BINARY'],
  ['not UTF-8', Buffer.from([120, 0xff]), 'INVALID_ENCODING'],
])('refuses a file that is %s and leaves it whole', async (_, bytes, code) => {
  const project = await openProject([fsModule], { a: bytes });
  expect(await project.error('fs edit', { path: 'a', oldText: 'x', newText: 'y' })).toMatchObject({ code });
  expect(await readFile(join(project.dir, 'a'))).toEqual(bytes);
});

it.each([[{ oldText: '', newText: 'x' }], [{ oldText: 'x', newText: 'x' }], [{ oldText: 'x' }], [{ edits: [] }]])(
  'refuses an edit that means nothing: %j',
  async (input) => {
    const project = await openProject([fsModule], { a: 'x' });
    expect(await project.error('fs edit', { path: 'a', ...input })).toMatchObject({ code: 'INVALID_INPUT' });
  },
);

it('changes only line endings when that is the edit', async () => {
  const project = await openProject([fsModule], { a: 'one\r\ntwo\r\nthree\n' });
  await project.run('fs edit', { path: 'a', oldText: 'one\r\ntwo', newText: 'one\ntwo' });
  expect(await readFile(join(project.dir, 'a'), 'utf8')).toBe('one\ntwo\r\nthree\n');
  await project.run('fs edit', { path: 'a', oldText: '\n', newText: '\r\n', replaceAll: true });
  expect(await readFile(join(project.dir, 'a'), 'utf8')).toBe('one\r\ntwo\r\nthree\r\n');
  expect(await project.error('fs edit', { path: 'a', oldText: 'one\n', newText: 'one\r\n' })).toMatchObject({
    code: 'NOTHING_TO_DO',
  });
});

it('gives the hash that the file has now when the text is not found', async () => {
  const project = await openProject([fsModule], { a: 'x' });
  const { hash } = await project.data<{ hash: string }>('fs hash', { path: 'a' });
  expect(await project.error('fs edit', { path: 'a', oldText: 'zzz', newText: 'y' })).toMatchObject({
    details: { hash },
  });
});
