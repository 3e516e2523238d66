import { plainText, type Line, type Style } from '../text/span.ts';
import { lineWidth, padEnd, wrap } from '../text/wrap.ts';
import type { Alignment, Table } from './block.ts';
import { inline, type InlineOptions } from './inline.ts';

/** Where the columns would have to be narrower than this on average, each row is shown as a list of its cells. */
const NARROWEST = 12;

const BETWEEN: Style = { role: 'muted' };

export function columnSizes(rows: readonly (readonly string[])[]): readonly number[] {
  const [header = []] = rows;
  return header.map((_, column) => Math.max(1, ...rows.map((row) => cellWidth(row[column] ?? ''))));
}

export function renderTable(table: Table, columns: number, options: InlineOptions): readonly Line[] {
  const widths = fit(table.sizes, columns - 3 * (table.header.length - 1));
  return widths ? asGrid(table, widths, options) : asLists(table, columns, options);
}

function cellWidth(cell: string): number {
  return Math.max(...inline(cell).map(lineWidth));
}

/** As wide as they would like to be where there is room; else the widest ones give way, all to the same width. */
function fit(sizes: readonly number[], room: number): readonly number[] | undefined {
  if (sum(sizes) <= room) return sizes;
  if (room < NARROWEST * sizes.length) return undefined;
  let cap = Math.max(...sizes);
  while (sum(sizes.map((size) => Math.min(size, cap))) > room) cap--;
  const widths = sizes.map((size) => Math.min(size, cap));
  let spare = room - sum(widths);
  return widths.map((width, index) => {
    const isCut = spare > 0 && width < (sizes[index] ?? 0);
    if (isCut) spare--;
    return isCut ? width + 1 : width;
  });
}

function asGrid(
  { header, alignments, rows, continues }: Table,
  widths: readonly number[],
  options: InlineOptions,
): readonly Line[] {
  const gridRow = (cells: readonly string[], style: Style | undefined): readonly Line[] => {
    const wrapped = cells.map((cell, column) => wrapCell(cell, widths[column] ?? 1, { ...options, style }));
    const height = Math.max(...wrapped.map(({ length }) => length));
    return Array.from({ length: height }, (_, row) =>
      wrapped.flatMap((lines, column) => [
        ...(column > 0 ? [{ text: ' │ ', style: BETWEEN }] : []),
        ...align(lines[row] ?? [], widths[column] ?? 1, alignments[column], column === wrapped.length - 1),
      ]),
    );
  };
  const body = rows.flatMap((cells) => gridRow(cells, options.style));
  if (continues) return body;
  const rule = widths.map((width) => '─'.repeat(width)).join('─┼─');
  return [...gridRow(header, { ...options.style, bold: true }), [{ text: rule, style: BETWEEN }], ...body];
}

function asLists({ header, rows, continues }: Table, columns: number, options: InlineOptions): readonly Line[] {
  const bold = { ...options.style, bold: true };
  if (rows.length === 0 && !continues)
    return header.flatMap((cell) => wrapCell(cell, columns, { ...options, style: bold }));
  return rows.flatMap((cells, index) => [
    ...(index > 0 || continues ? [[{ text: '─'.repeat(Math.min(columns, NARROWEST)), style: BETWEEN }]] : []),
    ...cells.flatMap((cell, column) => {
      const label = inline(header[column] ?? '', { ...options, style: bold }).flat();
      const [first = [], ...more] = inline(cell, options);
      const named = plainText(label) === '' ? first : [...label, { text: ': ', style: bold }, ...first];
      return [named, ...more].flatMap((line) => wrap(line, columns, { hanging: [{ text: '  ' }] }));
    }),
  ]);
}

function wrapCell(cell: string, width: number, options: InlineOptions): readonly Line[] {
  return inline(cell, options).flatMap((line) => wrap(line, width));
}

function align(line: Line, width: number, alignment: Alignment | undefined, isLast: boolean): Line {
  const missing = Math.max(0, width - lineWidth(line));
  const left = alignment === 'right' ? missing : alignment === 'centre' ? Math.floor(missing / 2) : 0;
  const shifted = left > 0 ? [{ text: ' '.repeat(left) }, ...line] : line;
  return isLast ? shifted : padEnd(shifted, width);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
