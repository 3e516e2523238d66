import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, plainText, span } from '../text/span.ts';
import { lineWidth } from '../text/wrap.ts';
import { bar, shareOut } from './bar.ts';
import { contextChart } from './context-chart.ts';
import { ago, contextFigure, contextRole, count, duration, money, percent } from './figures.ts';
import { costChart } from './cost-chart.ts';

const text = (rows: readonly Line[]) => rows.map((row) => plainText(row).trimEnd());

describe('figures', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1K'],
    [1_234, '1.2K'],
    [9_960, '10K'],
    [90_000, '90K'],
    [200_000, '200K'],
    [999_499, '999K'],
    [999_999, '1M'],
    [1_000_000, '1M'],
    [1_500_000, '1.5M'],
    [12_400_000, '12M'],
    [1_000_000_000, '1B'],
  ])('counts %i as %s', (number, shown) => {
    expect(count(number)).toBe(shown);
  });

  it.each([
    [0, '$0'],
    [0.000_01, '<$0.0001'],
    [0.0123, '$0.0123'],
    [0.5, '$0.5000'],
    [0.999_99, '$1.00'],
    [4.5, '$4.50'],
    [123.456, '$123.46'],
  ])('writes %f dollars as %s', (dollars, shown) => {
    expect(money(dollars)).toBe(shown);
  });

  it.each([
    [0, '0.0s'],
    [420, '0.4s'],
    [9_960, '10s'],
    [59_600, '1m 00s'],
    [63_000, '1m 03s'],
    [3_599_700, '1h 00m'],
    [7_500_000, '2h 05m'],
  ])('writes %i ms as %s', (milliseconds, shown) => {
    expect(duration(milliseconds)).toBe(shown);
  });

  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [60_000, '1 min ago'],
    [3_599_999, '59 min ago'],
    [7_200_000, '2 h ago'],
    [86_400_000, '1 day ago'],
    [200_000_000, '2 days ago'],
  ])('writes what was %i ms before as %s', (milliseconds, shown) => {
    expect(ago(milliseconds)).toBe(shown);
  });

  it('rounds a percentage down', () => {
    expect([percent(0.45), percent(0.699), percent(0.29), percent(1.02)]).toEqual(['45%', '69%', '29%', '102%']);
  });
});

describe('bars', () => {
  it.each([
    [0, '    '],
    [0.001, '▏   '],
    [0.5, '██  '],
    [0.5625, '██▎ '],
    [1, '████'],
    [7, '████'],
    [-1, '    '],
    [Number.NaN, '    '],
  ])('draws %f', (fraction, shown) => {
    expect(bar(fraction, 4)).toBe(shown);
  });

  it('shares all cells out, and gives each part one while there are enough', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 10, max: 200 }),
        (sizes, cells) => {
          const shares = shareOut(sizes, cells);
          const isEmpty = sizes.every((size) => size === 0);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(isEmpty ? 0 : cells);
          for (const [index, size] of sizes.entries()) expect((shares[index] ?? 0) > 0).toBe(size > 0);
        },
      ),
    );
  });
});

describe('the context', () => {
  const parts = [
    { name: 'System prompt', tokens: 3_200 },
    { name: 'Tools', tokens: 12_000 },
    { name: 'Messages', tokens: 74_800 },
  ];

  it('is green, yellow from 70 %, and red from 90 %', () => {
    expect([0, 69, 70, 89, 90, 120].map((used) => contextRole(used, 100))).toEqual([
      'success',
      'success',
      'warning',
      'warning',
      'error',
      'error',
    ]);
    expect(contextFigure(90_000, 200_000)).toBe('45% (90K/200K)');
    expect(contextFigure(90_000, 1_000_000)).toBe('9% (90K/1M)');
  });

  it('is shown as a bar with a legend', () => {
    const rows = contextChart({ parts, limit: 200_000 }, 40);
    expect(text(rows)).toEqual([
      'Context: 45% (90K/200K)',
      '█▓▓▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒░░░░░░░░░░░░░░░░░░░░░░',
      '█ System prompt   3.2K    1.6%',
      '▓ Tools            12K    6.0%',
      '▒ Messages         75K   37.4%',
      '░ Free            110K   55.0%',
    ]);
    expect(rows[0]?.[1]).toEqual(span('45% (90K/200K)', { role: 'success' }));
    expect(rows[1]?.map(({ style }) => style?.role)).toEqual(['accent', 'keyword', 'success', 'muted']);
  });

  it('is shown when it is more than full, and when it is empty', () => {
    expect(text(contextChart({ parts: [{ name: 'Messages', tokens: 300 }], limit: 200 }, 40))).toEqual([
      'Context: 150% (300/200)',
      '█'.repeat(40),
      '█ Messages    300  100.0%',
      '░ Free          0    0.0%',
    ]);
    expect(text(contextChart({ parts: [], limit: 1000 }, 40))[1]).toBe('░'.repeat(40));
  });

  it.each([40, 80, 200])('fits into %i columns', (columns) => {
    for (const row of contextChart(
      { parts: [...parts, { name: 'A name '.repeat(40), tokens: 1 }], limit: 200_000 },
      columns,
    )) {
      expect(lineWidth(row)).toBeLessThanOrEqual(columns);
    }
  });
});

describe('the costs', () => {
  const costs = {
    models: [
      { model: 'claude-sonnet-4-6', inputTokens: 120_000, outputTokens: 8_400, cachedTokens: 1_900_000, dollars: 1.2 },
      { model: 'claude-haiku-4-5', inputTokens: 4_000, outputTokens: 940, cachedTokens: 0, dollars: 0.0123 },
    ],
    days: [
      { day: '2026-08-30', dollars: 0.3 },
      { day: '2026-08-31', dollars: 0.9123 },
    ],
    answeringMs: 63_000,
    elapsedMs: 600_000,
  };

  it('are a table with bars', () => {
    expect(text(costChart(costs, 80))).toEqual([
      'Model               Input  Output  Cached    Cost',
      'claude-sonnet-4-6    120K    8.4K    1.9M   $1.20  ████████████████████████',
      'claude-haiku-4-5       4K     940       0 $0.0123  ▎',
      'Total                124K    9.3K    1.9M   $1.21',
      '',
      '2026-08-30  $0.3000  ███████▉',
      '2026-08-31  $0.9123  ████████████████████████',
      '',
      '1m 03s answering, 10m 00s total',
    ]);
  });

  it('have less in a row where there is little room', () => {
    expect(text(costChart({ models: costs.models }, 40))).toEqual([
      'Model                Cost',
      'claude-sonnet-4-6   $1.20  █████████████',
      '  120K in, 8.4K out, 1.9M cached',
      'claude-haiku-4-5  $0.0123  ▏',
      '  4K in, 940 out, 0 cached',
      'Total               $1.21',
      '  124K in, 9.3K out, 1.9M cached',
    ]);
  });

  it('are unknown where the prices are', () => {
    const local = { model: 'local', inputTokens: 1, outputTokens: 1, cachedTokens: 0, dollars: undefined };
    expect(text(costChart({ models: [local, ...costs.models.slice(1)] }, 64)).slice(1)).toEqual([
      'local                  1       1       0 unknown',
      'claude-haiku-4-5      4K     940       0 $0.0123  ██████████████',
      'Total                 4K     941       0 $0.0123',
    ]);
  });

  it('are nothing at first, and of many days the last fourteen', () => {
    expect(text(costChart({ models: [] }, 80))).toEqual(['Nothing spent yet.']);
    const days = Array.from({ length: 30 }, (_, index) => ({ day: `day ${index + 1}`, dollars: index }));
    expect(
      text(costChart({ models: [], days }, 80))
        .slice(2)
        .map((row) => row.slice(0, 6)),
    ).toEqual(days.slice(16).map(({ day }) => day));
  });

  it.each([20, 40, 80, 200])('fit into %i columns', (columns) => {
    const long = {
      model: `a-model-of-a-long-name-${'x'.repeat(60)}`,
      inputTokens: 1,
      outputTokens: 1,
      cachedTokens: 1,
      dollars: 12_345.67,
    };
    for (const row of costChart({ ...costs, models: [...costs.models, long] }, columns))
      expect(lineWidth(row)).toBeLessThanOrEqual(columns);
  });
});
