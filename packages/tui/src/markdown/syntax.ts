import type { Alignment } from './block.ts';

export interface Fence {
  readonly mark: string;
  readonly indent: number;
  /** What stands behind the fence, to be shown. */
  readonly label: string;
  readonly language: string;
}

export interface ListMarker {
  /** `-`, `+`, `*`, `.` or `)` */
  readonly delimiter: string;
  readonly number: number;
  /** Whether the item is a task, and done. */
  readonly task: boolean | undefined;
  readonly indent: number;
  readonly rest: string;
  /** Whether it may begin a list right below a paragraph: a line of prose may happen to begin with a number. */
  readonly interrupts: boolean;
}

export function indentOf(text: string): number {
  return /^ */.exec(text)?.[0].length ?? 0;
}

/** How long the mark of a quote is at the beginning of the line. */
export function quoteMarker(text: string): number | undefined {
  return /^ {0,3}> ?/.exec(text)?.[0].length;
}

export function listMarker(text: string): ListMarker | undefined {
  const found = /^( {0,3})([-+*]|(\d{1,9})([.)]))( +|$)/.exec(text);
  if (!found) return undefined;
  const [, indent = '', marker = '', digits, delimiter = marker, spaces = ''] = found;
  const isEmpty = text.slice(found[0].length).trim() === '';
  // Five spaces or more are one, and the indent of a code block.
  const width = indent.length + marker.length + (spaces.length > 4 || isEmpty ? 1 : spaces.length);
  const rest = text.slice(width);
  const task = /^\[([ xX])\] +(?=\S)/.exec(rest);
  return {
    delimiter,
    number: Number(digits ?? 1),
    task: task ? task[1] !== ' ' : undefined,
    indent: width,
    rest: task ? rest.slice(task[0].length) : rest,
    interrupts: !isEmpty && (digits === undefined || Number(digits) === 1),
  };
}

export function fenceStart(text: string): Fence | undefined {
  const found = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(text);
  if (!found) return undefined;
  const [, indent = '', mark = '', info = ''] = found;
  // Backticks behind backticks are a piece of code within a paragraph.
  if (mark.startsWith('`') && info.includes('`')) return undefined;
  const label = info.trim().split(/[\s{]/, 1)[0] ?? '';
  return { mark, indent: indent.length, label, language: label.toLowerCase() };
}

export function isFenceEnd(text: string, { mark }: Fence): boolean {
  const found = /^ {0,3}(`{3,}|~{3,}) *$/.exec(text)?.[1];
  return found !== undefined && found[0] === mark[0] && found.length >= mark.length;
}

export function atxHeading(text: string): { readonly level: number; readonly text: string } | undefined {
  const found = /^ {0,3}(#{1,6})(?: +(.*))?$/.exec(text);
  if (!found) return undefined;
  return {
    level: found[1]?.length ?? 1,
    text: (found[2] ?? '')
      .trim()
      .replace(/(?:^| )#+$/, '')
      .trim(),
  };
}

export function setextLevel(text: string): number | undefined {
  const mark = /^ {0,3}(=+|-+) *$/.exec(text)?.[1];
  return mark === undefined ? undefined : mark.startsWith('=') ? 1 : 2;
}

export function isRule(text: string): boolean {
  return /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/.test(text);
}

/** The row below the header of a table: `| --- | :-: |`. */
export function isDelimiterRow(text: string): boolean {
  return /^[|:-][ |:-]*$/.test(text.trim()) && cellsOf(text).every(isDelimiter);
}

export function tableAlignments(text: string): readonly Alignment[] {
  return cellsOf(text).map((cell) => {
    if (!cell.endsWith(':')) return 'left';
    return cell.startsWith(':') ? 'centre' : 'right';
  });
}

export function tableCells(text: string): readonly string[] {
  return cellsOf(text).map((cell) => cell.replaceAll('\\|', '|'));
}

function isDelimiter(cell: string): boolean {
  return /^:?-+:?$/.test(cell);
}

function cellsOf(text: string): readonly string[] {
  const inner = text
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
