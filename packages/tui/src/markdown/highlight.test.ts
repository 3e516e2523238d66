import { beforeAll, describe, expect, it } from 'vitest';
import { plainText, span } from '../text/span.ts';
import { highlight, highlightLine, loadHighlighter } from './highlight.ts';

describe('highlight, before the languages are loaded', () => {
  it('shows code plain', () => {
    expect(highlight('let a;\nb', 'ts')).toEqual([[span('let a;')], [span('b')]]);
  });
});

describe('highlight', () => {
  beforeAll(loadHighlighter);

  it('gives words their roles', () => {
    expect(highlight('const a = "x"; // 1', 'typescript')).toEqual([
      [
        span('const', { role: 'keyword' }),
        span(' a = '),
        span('"x"', { role: 'string' }),
        span('; '),
        span('// 1', { role: 'comment' }),
      ],
    ]);
  });

  it('carries a comment over from line to line, however long it is', () => {
    const code = ['/* begin', ...Array.from({ length: 30 }, (_, line) => `return ${line};`), '*/', 'return 1;'].join(
      '\n',
    );
    const lines = highlight(code, 'js');
    expect(lines[25]).toEqual([span('return 24;', { role: 'comment' })]);
    expect(lines.at(-1)?.[0]).toEqual(span('return', { role: 'keyword' }));
  });

  it('looks back at nothing where nothing goes on, and at little where something does', () => {
    let { context } = highlightLine('let a = 1;', 'js', []);
    expect(context).toEqual([]);
    for (let line = 0; line < 100; line++) ({ context } = highlightLine(`/* line ${line}`, 'js', context));
    expect(context).toHaveLength(8);
  });

  it.each([
    'ts',
    'tsx',
    'js',
    'py',
    'sh',
    'bash',
    'console',
    'json',
    'jsonc',
    'yml',
    'toml',
    'html',
    'go',
    'rs',
    'java',
    'cpp',
    'cs',
    'rb',
    'php',
    'sql',
    'diff',
    'md',
    'dockerfile',
    'kt',
    'swift',
    'make',
    'ps1',
  ])('knows %s', (language) => {
    const samples = [
      'const a = "text"',
      '# Heading "text"',
      '$ ls "text"',
      '{"a": 1}',
      '<b a="text">',
      'FROM a',
      '+ a',
      '[a]',
      'a: 1',
      'a = "b"',
    ];
    const isStyled = samples.some((code) =>
      highlight(code, language)
        .flat()
        .some(({ style }) => style),
    );
    expect(isStyled).toBe(true);
  });

  it('leaves code in languages it does not know, and lines that no one wrote, as they are', () => {
    expect(highlight('let a', 'klingon')).toEqual([[span('let a')]]);
    const data = `var a = "${'x'.repeat(3000)}"`;
    expect(highlight(data, 'js')).toEqual([[span(data)]]);
  });

  it('loses nothing', () => {
    const code = 'if (a < b && c > "d\'") {\n\n  return `<${x}>`;\n}';
    expect(highlight(code, 'ts').map(plainText).join('\n')).toBe(code);
  });
});
