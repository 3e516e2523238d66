import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Line, plainText, span } from '../text/span.ts';
import { lineWidth } from '../text/wrap.ts';
import { loadHighlighter } from './highlight.ts';
import { loadMarks } from './marks.ts';
import { renderBlocks, renderTail, type RenderOptions } from './render.ts';
import { MarkdownStream } from './stream.ts';

beforeAll(async () => {
  await Promise.all([loadMarks(), loadHighlighter()]);
});

/** The rows of a document that arrives in these pieces. */
function render(pieces: readonly string[], options: Partial<RenderOptions> = {}): readonly Line[] {
  const stream = new MarkdownStream();
  const rows: Line[] = [];
  const take = () => rows.push(...renderBlocks(stream.takeFinished(), { columns: 80, ...options }));
  for (const piece of pieces) {
    stream.append(piece);
    take();
  }
  stream.finish();
  take();
  return rows;
}

const shown = (text: string, options: Partial<RenderOptions> = {}) => render([text], options).map(plainText);
const rowsOf = (...rows: readonly string[]) => rows;

/** What is on the screen when so much has arrived and more may come. */
function live(text: string, rows = 100): readonly Line[] {
  const stream = new MarkdownStream();
  stream.append(text);
  const options = { columns: 80 };
  return [...renderBlocks(stream.takeFinished(), options), ...renderTail(stream.rest, { ...options, rows })];
}

describe('blocks', () => {
  it.each<[string, string, readonly string[]]>([
    ['headings', '# One\n## Two ##\ntext\n', ['One', '', 'Two', '', 'text']],
    ['headings by underlining', 'One\n===\nTwo\n---\n', ['One', '', 'Two']],
    ['line breaks as they are written', 'one\ntwo  \nthree\\\nfour<br>five', ['one', 'two', 'three', 'four', 'five']],
    ['a list', '- a\n- b\n', ['• a', '• b']],
    ['a list with air', '- a\n\n- b\n', ['• a', '', '• b']],
    ['a list right below a paragraph', 'So:\n- a\n', ['So:', '• a']],
    ['another list', '- a\n* b\n', ['• a', '• b']],
    ['nested lists', '- a\n  - b\n    - c\n      - d\n- e\n', ['• a', '  ◦ b', '    ▪ c', '      ▪ d', '• e']],
    ['numbers, counted on', '3. a\n3. b\n   text\n', ['3. a', '4. b', '   text']],
    ['no list from a year at the start of a line', 'It was in\n1984. Then\n', ['It was in', '1984. Then']],
    ['tasks', '- [ ] a\n- [x] b\n1. [X] c\n', ['☐ a', '☑ b', '1. ☑ c']],
    ['an empty item', '-\n- b\n', ['• ', '• b']],
    ['paragraphs in an item', '- a\n\n  b\n\nc\n', ['• a', '', '  b', '', 'c']],
    ['quotes', '> a\nlazy\n>\n> b\n\nc\n', ['│ a', '│ lazy', '│', '│ b', '', 'c']],
    ['a quote in an item, an item in a quote', '- > a\n\n> 1. b\n', ['• │ a', '', '│ 1. b']],
    ['rules', 'a\n\n***\n- - -\n', ['a', '', '─'.repeat(80), '', '─'.repeat(80)]],
    ['code', 'a\n```ts\nlet a;\n\n  b\n```\nc\n', ['a', '', '  ts', '  let a;', '', '    b', '', 'c']],
    ['code without a language', '~~~\n```\n~~~\n', ['  ```']],
    ['code in an item', '1. a\n   ```sh\n   ls\n   ```\n2. b\n', ['1. a', '     sh', '     ls', '2. b']],
    ['code that was never ended', '```\na\n', ['  a']],
    ['indented code', '    a\n\n      b\n\nc\n', ['  a', '', '    b', '', 'c']],
    ['a fence within a longer one', '````md\n```\na\n```\n````\n', ['  md', '  ```', '  a', '  ```']],
    ['HTML as text', '<details>\n<b>bold</b>\n</details>\n', ['<details>', '<b>bold</b>', '</details>']],
    ['Windows line ends', 'a\r\n\r\n- b\r\n', ['a', '', '• b']],
    ['a table', '|a|b|\n|-|-:|\n|one|2|\n|x|\n', ['a   │ b', '────┼──', 'one │ 2', 'x   │  ']],
    [
      'a table within prose',
      'See:\na | b\n:-: | -\nlong | `x`\n\nend',
      ['See:', '', ' a   │ b', '─────┼──', 'long │ x', '', 'end'],
    ],
    ['a pipe in a cell', '|a|\n|-|\n|x \\| y|\n', ['a', '─────', 'x | y']],
    ['no table without its second row', '| a | b |\ntext\n', ['| a | b |', 'text']],
    ['no table where the columns differ', '| a | b |\n|---|\n', ['| a | b |', '|---|']],
    ['nothing', '', []],
    ['blank lines', '\n\n\n', []],
  ])('%s', (_, text, rows) => {
    expect(shown(text)).toEqual(rows);
  });
});

describe('text', () => {
  const first = (text: string, options: Partial<RenderOptions> = {}) => render([text], options)[0];

  it.each<[string, Line]>([
    ['**a**', [span('a', { bold: true })]],
    ['*a* _b_', [span('a', { italic: true }), span(' '), span('b', { italic: true })]],
    ['~~a~~', [span('a', { strike: true })]],
    ['**a *b***', [span('a ', { bold: true }), span('b', { bold: true, italic: true })]],
    ['`a*b*`', [span('a*b*', { role: 'code' })]],
    ['snake_case_name', [span('snake_case_name')]],
    ['2 * 3 * 4', [span('2 * 3 * 4')]],
    ['\\*a\\*', [span('*'), span('a'), span('*')]],
    ['a &lt; b &amp;&amp; c', [span('a < b && c')]],
    ['`&lt;`', [span('&lt;', { role: 'code' })]],
    ['> a', [span('│ ', { role: 'quote' }), span('a', { role: 'quote' })]],
  ])('%s', (text, line) => {
    expect(first(text)).toEqual(line);
  });

  it('shows the address of a link where the terminal cannot follow it', () => {
    expect(first('[docs](https://e.com)')).toEqual([span('docs', { role: 'link', link: 'https://e.com' })]);
    expect(shown('[docs](https://e.com)', { links: false })).toEqual(['docs (https://e.com)']);
    expect(shown('https://e.com and <https://f.com> and a@b.co', { links: false })).toEqual([
      'https://e.com and https://f.com and a@b.co',
    ]);
  });

  it('shows the address in any case where the text names another one', () => {
    expect(shown('[https://bank.com](https://evil.com)')).toEqual(['https://bank.com (https://evil.com)']);
  });

  it('shows images as what they say and where they are', () => {
    expect(shown('![a cat](cat.png) ![](dog.png)')).toEqual(['a cat (cat.png) image (dog.png)']);
  });

  it('lets no escape through, however it is written', () => {
    const text =
      '\u001b[31mred\u001b[0m &#27;[31m `\u001b]0;t\u0007x` [\u0007](https://e.com)\n```\n\u001b[2Jx\n```\n| \u001b[1m |\n|-|\n';
    for (const row of shown(text)) expect(row).not.toMatch(/\p{Control}/u);
  });

  it('wraps within the indent of its item', () => {
    expect(shown('10. several words that wrap\n    - and these words too', { columns: 20 })).toEqual([
      '10. several words ',
      '    that wrap',
      '    ◦ and these ',
      '      words too',
    ]);
  });
});

describe('tables in little room', () => {
  const table =
    '| Name | What it does |\n|---|---|\n| read | reads a file of the project |\n| **edit** | changes it |\n';

  it('wraps within cells', () => {
    expect(shown(table, { columns: 30 })).toEqual(
      rowsOf(
        'Name │ What it does',
        '─────┼────────────────────────',
        'read │ reads a file of the ',
        '     │ project',
        'edit │ changes it',
      ),
    );
  });

  it('shows each row as a list of its cells where there is too little even for that', () => {
    expect(shown(table, { columns: 20 })).toEqual(
      rowsOf(
        'Name: read',
        'What it does: reads ',
        '  a file of the ',
        '  project',
        '────────────',
        'Name: edit',
        'What it does: ',
        '  changes it',
      ),
    );
  });
});

describe('while it is being written', () => {
  it.each<[string, readonly string[]]>([
    ['some **bol', ['some bol']],
    ['some **', ['some ']],
    ['some **bold*', ['some bold']],
    ['*', []],
    ['a `cod', ['a cod']],
    ['a ~~go', ['a go']],
    ['see [the do', ['see the do']],
    ['see [the docs]', ['see the docs']],
    ['see [the docs](https://exa', ['see the docs']],
    ['an ![ima', ['an ima']],
    ['text\n#', ['text']],
    ['text\n```type', ['text']],
    ['- a\n- ', ['• a']],
    ['- a\n- [x', ['• a']],
    ['```\ncode\n``', ['  code']],
    ['```\ncode\n  mor', ['  code', '    mor']],
    ['| a | b', ['a │ b', '──┼──']],
    ['| a | b |\n|--', ['a │ b', '──┼──']],
    ['| a | b |\n|---|---|\n| **x', ['a │ b', '──┼──', 'x │ ']],
    ['red \u001b[3', ['red']],
    ['half \ud83d', ['half']],
  ])('%j', (text, rows) => {
    expect(live(text).map(plainText)).toEqual(rows);
  });

  it('keeps bold what is begun as bold', () => {
    expect(live('some **bol')).toEqual([[span('some '), span('bol', { bold: true })]]);
  });

  it('shows the end of what does not fit into the rows it is given', () => {
    expect(live('one\ntwo\nthree', 2).map(plainText)).toEqual(['two', 'three']);
  });

  it('gives a finished block away once', () => {
    const stream = new MarkdownStream();
    stream.append('a\n\nb');
    expect([stream.takeFinished().length, stream.takeFinished().length, stream.rest.length]).toEqual([1, 0, 1]);
  });
});

const fragment = fc.oneof(
  fc.constantFrom(
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '  ',
    '    ',
    '> ',
    '# ',
    '```',
    '```ts\n',
    '`',
    '**',
    '*',
    '_',
    '~~',
    '[',
    '](',
    ')',
    '| a | b |\n',
    '|---|---|\n',
    '|',
    '---\n',
    '===\n',
    '<b>',
    '\\',
    '&amp;',
    '\t',
    '\r\n',
    '\u001b[31m',
    'https://e.com ',
    '[x](https://e.com) ',
    '- [x] ',
    '日本語、',
    '한국어 ',
    '👩‍👩‍👧',
    '/* ',
    ' */',
    'const a = `',
    '"',
  ),
  fc.lorem({ maxCount: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const document = fc.array(fragment, { maxLength: 60 }).map((pieces) => pieces.join(''));

describe('any Markdown', () => {
  it('fits into the columns, finished or not', () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 4, max: 60 }), (text, columns) => {
        const stream = new MarkdownStream();
        stream.append(text);
        const open = stream.rest;
        stream.finish();
        for (const row of [
          ...renderBlocks(open, { columns }),
          ...renderBlocks(stream.takeFinished(), { columns, links: false }),
        ]) {
          expect(lineWidth(row)).toBeLessThanOrEqual(columns);
          expect(plainText(row)).not.toMatch(/\p{Control}/u);
        }
      }),
    );
  });

  it('looks the same in whatever pieces it arrives', () => {
    const long = fc
      .tuple(document, fc.integer({ min: 1, max: 90 }))
      .map(([text, times]) => text.repeat(times).slice(0, 20_000));
    fc.assert(
      fc.property(fc.oneof(document, long), fc.array(fc.nat(300), { minLength: 1, maxLength: 50 }), (text, sizes) => {
        const pieces: string[] = [];
        for (let from = 0, turn = 0; from < text.length; turn++) {
          const size = (sizes[turn % sizes.length] ?? 0) + 1;
          pieces.push(text.slice(from, from + size));
          from += size;
        }
        expect(render(pieces)).toEqual(render([text]));
      }),
    );
  });
});
