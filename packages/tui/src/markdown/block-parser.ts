import { sanitise } from '../text/sanitise.ts';
import type { Block, Container, Content } from './block.ts';
import { highlightLine } from './highlight.ts';
import { isSettled } from './settled.ts';
import {
  atxHeading,
  fenceStart,
  indentOf,
  isDelimiterRow,
  isFenceEnd,
  isRule,
  listMarker,
  quoteMarker,
  setextLevel,
  tableCells,
  tableAlignments,
  type Fence,
} from './syntax.ts';
import { columnSizes } from './table.ts';

/** A paragraph longer than this is shown as far as it is there, where that leaves no mark such as `**` without its pair. */
const LONG_PARAGRAPH = 800;
/** One longer than this is shown in any case. */
const LONGEST_PARAGRAPH = 1_600;
/** A table of more rows is shown so far; its columns are then fixed. */
const LONG_TABLE = 40;
/** Marks of quotes and lists deeper than this are text. */
const DEEPEST = 40;

interface List {
  /** `-`, `+`, `*`, `.` or `)`: another one begins another list. */
  readonly delimiter: string;
}

type Open =
  | { readonly kind: 'quote' }
  | {
      readonly kind: 'item';
      readonly list: List;
      readonly number: number;
      readonly marker: string;
      /** How far a line must be indented to belong to the item. */
      readonly indent: number;
    };

type Leaf = { blankBefore: boolean; isStarted: boolean } & (
  | { readonly kind: 'paragraph'; lines: readonly string[] }
  | { readonly kind: 'fenced'; readonly fence: Fence; context: readonly string[] }
  | { readonly kind: 'indented'; blanks: number }
  | ({ readonly kind: 'table'; rows: readonly (readonly string[])[]; isLong: boolean } & TableHead)
);

interface TableHead {
  readonly header: readonly string[];
  readonly alignments: readonly ('left' | 'right' | 'centre')[];
  sizes: readonly number[];
}

/** Blocks before and after which there is always some air. */
const AIRY: ReadonlySet<Content['kind']> = new Set(['heading', 'label', 'code', 'table', 'rule']);

/**
 * Finds the blocks of Markdown line by line, as CommonMark and GFM have them, and gives each away as soon as nothing that
 * follows can change it. It never looks at a line twice. Left out: reference definitions, which would come too late for
 * what was already shown, and HTML blocks, which are shown as text.
 */
export class BlockParser {
  /** Whether this is a copy that shows what would be there if the text ended: it need not hurry to give anything away. */
  #isDraft = false;
  #open: readonly Open[] = [];
  #leaf: Leaf | undefined;
  #blocks: Block[] = [];
  #isAfterBlank = false;
  /** How many of the open containers have a block that was given away, and so showed their markers. */
  #shown = 0;
  #previous: { readonly open: readonly Open[]; readonly kind: Content['kind'] } | undefined;

  /** A parser that tries how it would go on from here. */
  draft(): BlockParser {
    const copy = new BlockParser();
    copy.#isDraft = true;
    copy.#open = this.#open;
    copy.#leaf = this.#leaf && { ...this.#leaf };
    copy.#isAfterBlank = this.#isAfterBlank;
    copy.#shown = this.#shown;
    copy.#previous = this.#previous;
    return copy;
  }

  take(): readonly Block[] {
    const blocks = this.#blocks;
    this.#blocks = [];
    return blocks;
  }

  get isInParagraph(): boolean {
    return this.#leaf?.kind === 'paragraph';
  }

  get isInCode(): boolean {
    return this.#leaf?.kind === 'fenced';
  }

  /** The text of the open paragraph. */
  get paragraph(): string {
    return this.#leaf?.kind === 'paragraph' ? this.#leaf.lines.join('\n') : '';
  }

  line(given: string): void {
    const { rest, matched } = this.#matchOpen(sanitise(given));
    if (this.#leaf?.kind === 'fenced' && matched === this.#open.length) return this.#fencedLine(this.#leaf, rest);
    if (rest.trim() === '') return this.#blankLine(matched);
    this.#textLine(rest, matched);
    this.#isAfterBlank = false;
  }

  /** More of a line of which the beginning was given before, in a paragraph. */
  continueLine(given: string): void {
    const text = sanitise(given).trim();
    if (text !== '' && this.#leaf?.kind === 'paragraph') this.#addToParagraph(this.#leaf, text);
  }

  /** Gives the open paragraph away as far as it is there. */
  splitParagraph(): void {
    if (this.#leaf?.kind !== 'paragraph' || this.#leaf.lines.length === 0) return;
    this.#emit({ kind: 'paragraph', text: this.#leaf.lines.join('\n') }, this.#leaf);
    this.#leaf.lines = [];
  }

  finish(): void {
    this.#closeTo(0);
  }

  #matchOpen(given: string): { rest: string; matched: number } {
    let rest = given;
    let matched = 0;
    for (const open of this.#open) {
      if (open.kind === 'quote') {
        const marker = quoteMarker(rest);
        if (marker === undefined) break;
        rest = rest.slice(marker);
      } else {
        if (rest.trim() !== '' && indentOf(rest) < open.indent) break;
        rest = rest.slice(open.indent);
      }
      matched++;
    }
    return { rest, matched };
  }

  #fencedLine(leaf: Leaf & { kind: 'fenced' }, rest: string): void {
    if (isFenceEnd(rest, leaf.fence)) {
      this.#leaf = undefined;
      return;
    }
    const text = rest.slice(Math.min(indentOf(rest), leaf.fence.indent));
    const { line, context } = highlightLine(text, leaf.fence.language, leaf.context);
    leaf.context = context;
    this.#emit({ kind: 'code', line }, leaf);
  }

  #blankLine(matched: number): void {
    if (this.#leaf?.kind === 'indented') this.#leaf.blanks++;
    else this.#closeLeaf();
    if (this.#open.slice(matched).some(({ kind }) => kind === 'quote')) this.#closeTo(matched);
    this.#isAfterBlank = true;
  }

  #textLine(given: string, alreadyMatched: number): void {
    let rest = given;
    let matched = alreadyMatched;
    const isBeside = () => matched === this.#open.length;
    if (isBeside() && this.#leaf?.kind === 'indented' && indentOf(rest) >= 4) return this.#indentedLine(rest);
    if (isBeside() && this.#leaf?.kind === 'paragraph' && this.#leaf.lines.length > 0) {
      const level = setextLevel(rest);
      if (level !== undefined) return this.#setextHeading(this.#leaf, level);
    }
    while (indentOf(rest) < 4 && matched < DEEPEST && !isRule(rest)) {
      const quote = quoteMarker(rest);
      if (quote !== undefined) {
        this.#openContainer(matched, { kind: 'quote' });
        rest = rest.slice(quote);
      } else {
        const marker = listMarker(rest);
        if (!marker || (isBeside() && this.#leaf?.kind === 'paragraph' && !marker.interrupts)) break;
        const beside = this.#open[matched];
        const before = beside?.kind === 'item' && beside.list.delimiter === marker.delimiter ? beside : undefined;
        const number = before ? before.number + 1 : marker.number;
        this.#openContainer(matched, {
          kind: 'item',
          list: before?.list ?? { delimiter: marker.delimiter },
          number,
          marker: markerOf(marker, number, this.#open.slice(0, matched)),
          indent: marker.indent,
        });
        rest = marker.rest;
      }
      matched = this.#open.length;
      if (rest.trim() === '') return;
    }
    this.#leafLine(rest, matched);
  }

  #leafLine(rest: string, matched: number): void {
    const leaf = this.#leaf;
    const isBeside = matched === this.#open.length;
    if (indentOf(rest) >= 4 && leaf?.kind !== 'paragraph') {
      this.#closeTo(matched);
      this.#startLeaf({ kind: 'indented', blanks: 0, ...this.#start() });
      return this.#indentedLine(rest);
    }
    const fence = fenceStart(rest);
    if (fence) {
      this.#closeTo(matched);
      const started = this.#startLeaf({ kind: 'fenced', fence, context: [], ...this.#start() });
      if (fence.label !== '') this.#emit({ kind: 'label', text: fence.label }, started);
      return;
    }
    const heading = atxHeading(rest);
    if (heading) {
      this.#closeTo(matched);
      return this.#emit({ kind: 'heading', ...heading }, this.#start());
    }
    if (isRule(rest)) {
      this.#closeTo(matched);
      return this.#emit({ kind: 'rule' }, this.#start());
    }
    if (isBeside && leaf?.kind === 'table') return this.#tableRow(leaf, rest);
    if (leaf?.kind === 'paragraph') {
      if (isBeside && this.#startsTable(leaf, rest)) return;
      return this.#addToParagraph(leaf, rest.trim());
    }
    this.#closeTo(matched);
    this.#addToParagraph(this.#startLeaf({ kind: 'paragraph', lines: [], ...this.#start() }), rest.trim());
  }

  #addToParagraph(leaf: Leaf & { kind: 'paragraph' }, text: string): void {
    leaf.lines = [...leaf.lines, text];
    if (this.#isDraft) return;
    const said = this.paragraph;
    const mayEnd = said.length >= LONG_PARAGRAPH && !text.includes('|') && isSettled(said);
    if (mayEnd || said.length >= LONGEST_PARAGRAPH) this.splitParagraph();
  }

  #setextHeading(leaf: Leaf & { kind: 'paragraph' }, level: number): void {
    this.#leaf = undefined;
    this.#emit({ kind: 'heading', level, text: leaf.lines.join(' ') }, leaf);
  }

  #indentedLine(rest: string): void {
    if (this.#leaf?.kind !== 'indented') return;
    for (; this.#leaf.blanks > 0; this.#leaf.blanks--) this.#emit({ kind: 'code', line: [] }, this.#leaf);
    this.#emit({ kind: 'code', line: [{ text: rest.slice(4) }] }, this.#leaf);
  }

  #startsTable(leaf: Leaf & { kind: 'paragraph' }, rest: string): boolean {
    const last = leaf.lines.at(-1);
    if (last === undefined || !last.includes('|') || !isDelimiterRow(rest)) return false;
    const header = tableCells(last);
    const alignments = tableAlignments(rest);
    if (header.length !== alignments.length) return false;
    leaf.lines = leaf.lines.slice(0, -1);
    this.#closeLeaf();
    this.#startLeaf({ kind: 'table', header, alignments, rows: [], sizes: [], isLong: false, ...this.#start() });
    return true;
  }

  #tableRow(leaf: Leaf & { kind: 'table' }, rest: string): void {
    const cells = tableCells(rest);
    leaf.rows = [...leaf.rows, leaf.header.map((_, index) => cells[index] ?? '')];
    if (!leaf.isLong && leaf.rows.length < LONG_TABLE) return;
    this.#emitTable(leaf);
    leaf.isLong = true;
    leaf.rows = [];
  }

  #emitTable(leaf: Leaf & { kind: 'table' }): void {
    const { header, alignments, rows, isLong } = leaf;
    if (!isLong) leaf.sizes = columnSizes([header, ...rows]);
    this.#emit({ kind: 'table', header, alignments, rows, sizes: leaf.sizes, continues: isLong }, leaf);
  }

  #start(): { blankBefore: boolean; isStarted: boolean } {
    return { blankBefore: this.#isAfterBlank, isStarted: false };
  }

  #startLeaf<Started extends Leaf>(leaf: Started): Started {
    this.#leaf = leaf;
    return leaf;
  }

  #openContainer(depth: number, container: Open): void {
    this.#closeTo(depth);
    this.#open = [...this.#open, container];
  }

  #closeTo(depth: number): void {
    this.#closeLeaf();
    if (depth === this.#open.length) return;
    const isUnseen = this.#open.slice(Math.max(depth, this.#shown)).some(({ kind }) => kind === 'item');
    if (isUnseen) this.#emit({ kind: 'empty' }, this.#start());
    this.#open = this.#open.slice(0, depth);
    this.#shown = Math.min(this.#shown, depth);
  }

  #closeLeaf(): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (leaf?.kind === 'paragraph' && leaf.lines.length > 0) {
      this.#emit({ kind: 'paragraph', text: leaf.lines.join('\n') }, leaf);
    }
    if (leaf?.kind === 'table' && !leaf.isLong) this.#emitTable(leaf);
  }

  #emit(content: Content, leaf: { blankBefore: boolean; isStarted: boolean }): void {
    const gap = leaf.isStarted ? undefined : this.#gapBefore(content.kind, leaf.blankBefore);
    const containers = this.#open.map((open, depth): Container => {
      return open.kind === 'quote' ? open : { kind: 'item', marker: open.marker, isFirst: depth >= this.#shown };
    });
    this.#blocks.push(gap === undefined ? { content, containers } : { content, containers, gap });
    leaf.isStarted = true;
    this.#shown = this.#open.length;
    this.#previous = { open: this.#open, kind: content.kind };
  }

  #gapBefore(kind: Content['kind'], blankBefore: boolean): number | undefined {
    const previous = this.#previous;
    if (!previous) return undefined;
    const differing = this.#open.findIndex((open, depth) => open !== previous.open[depth]);
    const common = differing === -1 ? this.#open.length : differing;
    const [here, there] = [this.#open[common], previous.open[common]];
    const isNextItem = here?.kind === 'item' && there?.kind === 'item' && here.list === there.list;
    const isInItem = this.#open[common - 1]?.kind === 'item';
    const isAiry = !isNextItem && !isInItem && (AIRY.has(kind) || AIRY.has(previous.kind));
    return blankBefore || isAiry ? common : undefined;
  }
}

const BULLETS = ['•', '◦', '▪'];

function markerOf(
  { delimiter, task }: { delimiter: string; task: boolean | undefined },
  number: number,
  outer: readonly Open[],
): string {
  const box = task === undefined ? undefined : task ? '☑' : '☐';
  if (delimiter === '.' || delimiter === ')') return `${number}${delimiter}${box ? ` ${box}` : ''}`;
  const depth = outer.filter(({ kind }) => kind === 'item').length;
  return box ?? BULLETS[Math.min(depth, BULLETS.length - 1)] ?? '•';
}
