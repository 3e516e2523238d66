import { describe, expect, it } from 'vitest';
import { openProject } from '../testing/project.ts';
import { viewInspected } from '../commands/fs/inspect.ts';
import type { inspectFile } from './inspect.ts';
import { fsModule } from './module.ts';

type Inspected = Awaited<ReturnType<typeof inspectFile>>;

describe('fs inspect', () => {
  it.each([
    ['a.ts', 'export class A {\n  run() {\n  }\n}\n', 'TypeScript', 'class A 1, method run 2'],
    [
      'a.md',
      '# Title\n\n```sh\n# no heading\n```\n## Part two ##\n',
      'Markdown',
      'heading Title 1, heading Part two 6',
    ],
    [
      'a.json',
      '{\n  "name": "x",\n  "scripts": {\n    "build": "tsc"\n  }\n}\n',
      'JSON',
      'key name 2, key scripts 3, key build 4',
    ],
    ['a.yml', 'on:\n  push:\n    branches: [main]\njobs: {}\n', 'YAML', 'key on 1, key push 2, key jobs 4'],
    ['a.toml', 'name = "x"\n[tool.run]\nfast = true\n', 'TOML', 'key name 1, section tool.run 2, key fast 3'],
    ['a.txt', 'just\ntext\n', 'text', ''],
    ['empty.md', '', 'Markdown', ''],
  ])('outlines %s', async (path, content, language, outline) => {
    const project = await openProject([fsModule], { [path]: content });
    const found = await project.data<Inspected>('fs inspect', { path });
    expect(found).toMatchObject({ path, language, bytes: content.length, lines: content.split('\n').length - 1 });
    expect(found.outline.map(({ kind, name, line }) => `${kind} ${name} ${line}`).join(', ')).toBe(outline);
  });

  it('shows what stands around a line and what it is part of', async () => {
    const source = [
      'function first() {',
      '}',
      ...Array.from({ length: 8 }, (_, i) => `// ${i}`),
      'function last() {',
      '  x',
      '}',
    ];
    const project = await openProject([fsModule], { 'a.js': source.join('\r\n') });
    const found = await project.data<Inspected>('fs inspect', { path: 'a.js', line: 12 });
    expect(found.around).toMatchObject({ line: 12, from: 7, within: { kind: 'function', name: 'last', line: 11 } });
    expect(found.around?.text).toEqual(source.slice(6));
    expect(viewInspected(found)).toContain('Around line 12, in function last (line 11):\n 7:// 4');
    expect(viewInspected(found)).toContain('\n>12:  x\n');
  });

  it.each([
    { input: { path: 'a.txt', line: 3 }, code: 'INVALID_INPUT' },
    { input: { path: 'gone.txt' }, code: 'NOT_FOUND' },
    { input: { path: '.' }, code: 'IS_DIRECTORY' },
    { input: { path: 'a.bin' }, code: 'BINARY' },
    { input: { path: 'large.md' }, code: 'TOO_LARGE' },
  ])('refuses $input with $code', async ({ input, code }) => {
    const files = { 'a.txt': 'one\ntwo\n', 'a.bin': new Uint8Array([0, 1, 2]), 'large.md': 'x'.repeat(5_000_000) };
    const project = await openProject([fsModule], files);
    expect(await project.error('fs inspect', input)).toMatchObject({ code });
  });
});
