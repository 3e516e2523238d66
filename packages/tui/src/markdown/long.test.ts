import { Lexer } from 'marked';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { plainText } from '../text/span.ts';
import { width } from '../text/width.ts';
import { loadHighlighter } from './highlight.ts';
import { inline } from './inline.ts';
import { loadMarks } from './marks.ts';
import { renderBlocks, renderTail } from './render.ts';
import { MarkdownStream } from './stream.ts';

beforeAll(async () => {
  await Promise.all([loadMarks(), loadHighlighter()]);
});
afterEach(() => vi.restoreAllMocks());

const LIVE_ROWS = 20;

/** Streams a text and shows it after each piece as a screen does. */
function stream(pieces: readonly string[]) {
  const lexed = vi.spyOn(Lexer, 'lexInline');
  const markdown = new MarkdownStream();
  const committed: string[] = [];
  let mostBlocks = 0;
  let mostOpen = 0;
  for (const piece of pieces) {
    markdown.append(piece);
    committed.push(...renderBlocks(markdown.takeFinished(), { columns: 80 }).map(plainText));
    mostBlocks = Math.max(mostBlocks, markdown.rest.length);
    mostOpen = Math.max(mostOpen, renderBlocks(markdown.rest, { columns: 80 }).length);
    expect(renderTail(markdown.rest, { columns: 80, rows: LIVE_ROWS }).length).toBeLessThanOrEqual(LIVE_ROWS);
  }
  const committedBeforeEnd = committed.length;
  markdown.finish();
  committed.push(...renderBlocks(markdown.takeFinished(), { columns: 80 }).map(plainText));
  const lexedCharacters = lexed.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  return {
    committed,
    committedBeforeEnd,
    mostBlocks,
    mostOpen,
    lexedPerCharacter: lexedCharacters / pieces.join('').length,
  };
}

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`);

describe('what is long', () => {
  it('shows code line by line', () => {
    const { committed, mostOpen } = stream(['```ts\n', ...lines(2000, (index) => `const a${index} = \`${index}\`;`)]);
    expect(committed).toHaveLength(2001);
    expect(mostOpen).toBe(0);
  });

  it('shows a list item by item', () => {
    const { committed, mostOpen, lexedPerCharacter } = stream(lines(2000, (index) => `- item **${index}** of many`));
    expect(committed).toHaveLength(2000);
    expect(mostOpen).toBe(1);
    expect(lexedPerCharacter).toBeLessThan(3);
  });

  it('fixes the columns of a table after 40 rows, and shows the others one by one', () => {
    const { committed, mostOpen } = stream([
      '| Name | Value |\n',
      '|---|--:|\n',
      ...lines(39, (index) => `| \`name-${index}\` | ${index} |`),
      ...lines(1000, () => '| a cell that is longer than the ones before | 1 |'),
    ]);
    expect(mostOpen).toBe(41);
    // The first of the longer cells is among the 40, so that the others have room.
    expect(committed).toHaveLength(2 + 1039);
    expect(new Set(committed.slice(42)).size).toBe(1);
  });

  it('shows a paragraph of one line in pieces that end with a sentence', () => {
    const sentence = 'This is a sentence of *some* length that has no line break at its end. ';
    const text = sentence.repeat(140);
    const { committed, committedBeforeEnd, mostOpen, lexedPerCharacter } = stream(text.match(/.{1,5}/g) ?? []);
    expect(committedBeforeEnd).toBeGreaterThan(100);
    expect(mostOpen).toBeLessThan(25);
    expect(committed.join(' ').replace(/\s+/g, ' ').trim()).toBe(text.replaceAll('*', '').trim());
    // Each piece of five characters shows the open piece of at most 1,600 again, twice.
    expect(lexedPerCharacter).toBeLessThan(640);
  });

  it('shows a paragraph of many lines, even where a mark is never closed', () => {
    const open = stream(lines(400, (index) => `line ${index} with **one mark`));
    expect(open.mostOpen).toBeLessThan(150);
    const settled = stream(lines(2000, (index) => `line ${index} with *marks*`));
    expect(settled.committed).toEqual(Array.from({ length: 2000 }, (_, index) => `line ${index} with marks`));
    expect(settled.mostOpen).toBeLessThan(50);
  });

  it('shows a word without an end in pieces', () => {
    const { committed, mostOpen } = stream('x'.repeat(10_000).match(/.{1,50}/g) ?? []);
    expect(committed.join('')).toBe('x'.repeat(10_000));
    expect(mostOpen).toBeLessThanOrEqual(40);
  });
});

describe('what no one writes by hand', () => {
  it.each([
    ['brackets', '['.repeat(10_000)],
    ['stars', '*a '.repeat(2_000)],
    ['backticks', '` `` '.repeat(2_000)],
    ['quotes in quotes', `${'> '.repeat(2_000)}x`],
    ['items in items', `${'- '.repeat(2_000)}x`],
    ['links in links', '[a]('.repeat(2_000)],
    ['a long heading', `# ${'*a '.repeat(4_000)}`],
    ['a table of many columns', `${'|'.repeat(2_000)}\n${'|-'.repeat(2_000)}\n${'|a'.repeat(2_000)}`],
    ['a long row below the header', `| a |\n| ${':-'.repeat(5_000)} x`],
    ['spaces', `${' '.repeat(20_000)}x`],
    ['carriage returns', `${'\r'.repeat(20_000)}x`],
    ['beginnings of control strings', '\u0090'.repeat(20_000)],
    ['data in one line', `\`\`\`json\n${'[{"a": "b"}, '.repeat(2_000)}`],
  ])('gets through %s', (_, text) => {
    const { committed } = stream(text.match(/[^]{1,1000}/g) ?? []);
    for (const row of committed) expect(width(row)).toBeLessThanOrEqual(80);
  });
});

it('marks are shown as they are where they are in each other for longer than the stack is', () => {
  const text = '*a '.repeat(1_000).trim();
  vi.spyOn(Lexer, 'lexInline').mockImplementation(() => {
    throw new RangeError('Maximum call stack size exceeded');
  });
  expect(inline(text).map(plainText)).toEqual([text]);
});

describe('2,000 lines of all kinds, line by line', () => {
  const kinds = [
    '## Part',
    '',
    'A paragraph with **bold**, `code` and a [link](https://example.com).',
    '',
    '- one item',
    '- another *item*',
    '',
    '```ts',
    'const a = 1; /* and',
    'so on */',
    '```',
    '',
    '| a | b |',
    '|---|---|',
    '| **1** | 2 |',
    '',
    '> a quote',
    '',
    '1. first',
    '2. second',
    '',
  ];

  it('looks at each character a fixed number of times, however long the document is', () => {
    const work = (count: number) =>
      stream(lines(count, (index) => kinds[index % kinds.length] ?? '')).lexedPerCharacter;
    const short = work(210);
    vi.restoreAllMocks();
    expect(work(2100)).toBeLessThan(short * 1.05);
    expect(short).toBeLessThan(5);
  });
});
