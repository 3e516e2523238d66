import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { line, plainText, span } from './span.ts';
import { clip, lineWidth, middleEllipsis, wrap } from './wrap.ts';
import { graphemes, width } from './width.ts';

const rows = (text: string, columns: number) => wrap(line(text), columns).map(plainText);

describe('width', () => {
  it.each([
    ['abc', 3],
    ['한국어', 6],
    ['日本', 4],
    ['é', 1],
    ['👩‍👩‍👧', 2],
    ['🇰🇷', 2],
    ['❤️', 2],
    ['a\u200bb', 2],
    ['ｶﾞ', 2],
  ])('%s takes %i cells', (text, cells) => {
    expect(width(text)).toBe(cells);
  });
});

describe('graphemes', () => {
  it('are those of Unicode', () => {
    const segmenter = new Intl.Segmenter();
    const joining = fc.constantFrom(
      ...'가각각한か\u3099ｶ\uff9eeé\u0301🇰👩\u200d\ufe0f\u0600©♥1\u20e3 \nकषि्'.split(/(?:)/u),
    );
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.string({ unit: joining }));
    fc.assert(
      fc.property(text, (said) => {
        expect(graphemes(said)).toEqual(Array.from(segmenter.segment(said), ({ segment }) => segment));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('wrap', () => {
  it('breaks between words, and drops the space there', () => {
    expect(rows('the quick brown fox', 10)).toEqual(['the quick ', 'brown fox']);
    expect(rows('the quick1 brown', 10)).toEqual(['the quick1', 'brown']);
  });

  it('breaks within a word that is longer than a row, and never within a wide character', () => {
    expect(rows('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(rows('한국어말', 5)).toEqual(['한국', '어말']);
  });

  it('keeps the styles of pieces and indents rows after the first', () => {
    const wrapped = wrap([span('- '), span('bold words here', { bold: true })], 8, { hanging: line('  ') });
    expect(wrapped.map(plainText)).toEqual(['- bold ', '  words ', '  here']);
    expect(wrapped[1]).toEqual([span('  '), span('words ', { bold: true })]);
  });

  it('keeps a word together that changes its style', () => {
    const said = [span('some '), span('bold', { bold: true }), span(', then')];
    expect(wrap(said, 9).map(plainText)).toEqual(['some ', 'bold, ', 'then']);
  });

  it('breaks Japanese and Chinese at any character, but not before a closing mark or after an opening one', () => {
    expect(rows('日本語の文章です。', 6)).toEqual(['日本語', 'の文章', 'です。']);
    expect(rows('日本語。次', 6)).toEqual(['日本', '語。次']);
    expect(rows('日本「語」次', 6)).toEqual(['日本', '「語」', '次']);
    expect(rows('see 日本語', 8)).toEqual(['see 日本', '語']);
    expect(rows('한국어 문장입니다', 12)).toEqual(['한국어 ', '문장입니다']);
  });

  it('never makes a row too wide, and loses nothing but spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 30 }), (said, columns) => {
        const text = said.replace(/\p{Control}/gu, '');
        const wrapped = wrap(line(text), columns);
        for (const row of wrapped) expect(lineWidth(row)).toBeLessThanOrEqual(columns);
        expect(wrapped.map(plainText).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});

describe('cutting', () => {
  it('clips a line with an ellipsis', () => {
    expect(plainText(clip(line('abcdef'), 4))).toBe('abc…');
    expect(plainText(clip(line('한국어'), 4))).toBe('한…');
    expect(plainText(clip(line('abc'), 3))).toBe('abc');
  });

  it('keeps the end of a long argument', () => {
    const path = `/home/someone/${'deep/'.repeat(20)}file.ts`;
    const cut = middleEllipsis(path, 80);
    expect(cut).toHaveLength(80);
    expect(cut.endsWith(path.slice(-30))).toBe(true);
    expect(middleEllipsis('short', 80)).toBe('short');
  });

  it.each([
    ['日本語の長い説明/資料/設計.txt', 20, 12, '日本...料/設計.txt'],
    ['한국어로_된_긴_이름의_파일.ts', 16, 9, '한국..._파일.ts'],
    ['👩‍👧👩‍👧👩‍👧👩‍👧👩‍👧.md', 9, 3, '👩‍👧....md'],
  ])('counts the columns of a wide argument and keeps its end: %s', (text, limit, tail, cut) => {
    expect(middleEllipsis(text, limit, tail)).toBe(cut);
    expect(lineWidth(line(cut))).toBeLessThanOrEqual(limit);
  });
});
