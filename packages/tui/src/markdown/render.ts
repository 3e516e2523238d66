import type { Line, Span, Style } from '../text/span.ts';
import { lineWidth, wrap } from '../text/wrap.ts';
import { width } from '../text/width.ts';
import type { Block, Container, Content } from './block.ts';
import { inline, type InlineOptions } from './inline.ts';
import { renderTable } from './table.ts';

export interface RenderOptions {
  readonly columns: number;
  /** Whether the terminal can follow links; see `Theme.links`. */
  readonly links?: boolean | undefined;
}

const QUOTE_BAR: Span = { text: '│ ', style: { role: 'quote' } };
const MARKER: Style = { role: 'accent' };
const CODE_INDENT: Span = { text: '  ' };
const CODE_GOES_ON: Span = { text: '↳ ', style: { role: 'muted' } };

/** The rows of a block, with the blank one before it where it has one. */
export function renderBlock({ content, containers, gap }: Block, { columns, links }: RenderOptions): readonly Line[] {
  const prefixes = prefixesThatFit(containers, columns);
  const style: Style | undefined = containers.some(({ kind }) => kind === 'quote') ? { role: 'quote' } : undefined;
  const rows = renderContent(content, columns - lineWidth(prefixes.others), { style, links });
  const shown = rows.map((row, index) => [...(index === 0 ? prefixes.first : prefixes.others), ...row]);
  return gap === undefined ? shown : [blankRow(containers.slice(0, gap), columns), ...shown];
}

export function renderBlocks(blocks: readonly Block[], options: RenderOptions): readonly Line[] {
  return blocks.flatMap((block) => renderBlock(block, options));
}

/** The last rows of what is still being written, at most so many. */
export function renderTail(
  blocks: readonly Block[],
  options: RenderOptions & { readonly rows: number },
): readonly Line[] {
  const rows: Line[] = [];
  for (const block of blocks.toReversed()) {
    if (rows.length >= options.rows) break;
    rows.unshift(...renderBlock(block, options));
  }
  return rows.slice(Math.max(0, rows.length - options.rows));
}

function renderContent(content: Content, columns: number, options: InlineOptions): readonly Line[] {
  switch (content.kind) {
    case 'paragraph':
      return inline(content.text, options).flatMap((line) => wrap(line, columns));
    case 'heading':
      return inline(content.text, { ...options, style: headingStyle(content.level) }).flatMap((line) =>
        wrap(line, columns),
      );
    case 'label':
      return wrap([CODE_INDENT, { text: content.text, style: { role: 'muted' } }], columns);
    case 'code':
      if (content.line.length === 0) return [[]];
      // What is one line in the file must not be taken for two.
      return wrap(content.line, columns - CODE_INDENT.text.length).map((row, index) =>
        index === 0 ? [CODE_INDENT, ...row] : [CODE_GOES_ON, ...row],
      );
    case 'rule':
      return [[{ text: '─'.repeat(columns), style: { role: 'muted' } }]];
    case 'table':
      return renderTable(content, columns, options);
    case 'empty':
      return [[]];
  }
}

function headingStyle(level: number): Style {
  if (level === 1) return { role: 'heading', underline: true };
  return level === 2 ? { role: 'heading' } : { role: 'heading', italic: true };
}

interface Prefixes {
  readonly first: Line;
  readonly others: Line;
}

/** Containers leave at least half of the columns to what is in them: the outer ones are not shown where there are too many. */
function prefixesThatFit(containers: readonly Container[], columns: number): Prefixes {
  for (let from = 0; from < containers.length; from++) {
    const prefixes = prefixesOf(containers.slice(from));
    if (lineWidth(prefixes.others) * 2 <= columns) return prefixes;
  }
  return { first: [], others: [] };
}

function prefixesOf(containers: readonly Container[]): Prefixes {
  const indents = containers.map((container) => (container.kind === 'quote' ? QUOTE_BAR : indentOf(container)));
  const first = containers.map((container, index): Span => {
    if (container.kind === 'item' && container.isFirst) return { text: `${container.marker} `, style: MARKER };
    return indents[index] ?? QUOTE_BAR;
  });
  return { first, others: indents };
}

function indentOf({ marker }: { readonly marker: string }): Span {
  return { text: ' '.repeat(width(marker) + 1) };
}

function blankRow(containers: readonly Container[], columns: number): Line {
  const { others } = prefixesThatFit(containers, columns);
  const lastBar = others.lastIndexOf(QUOTE_BAR);
  return others
    .slice(0, lastBar + 1)
    .map((span, index) => (index === lastBar ? { text: '│', style: { role: 'quote' } } : span));
}
