import type { Block } from './block.ts';
import { BlockParser } from './block-parser.ts';
import { heal } from './heal.ts';
import { isSettled } from './settled.ts';
import { tableCells } from './syntax.ts';
import { columnSizes } from './table.ts';

/** A line of a paragraph longer than this is cut at the end of a sentence. */
const LONG_LINE = 1_600;
const SHORTEST_CUT = 800;
/** A longer line is text, or a row below the header of a very wide table. */
const LONGEST_MARK = 120;

/**
 * Markdown as it arrives. Blocks that cannot change any more are given away once; what is left is short, and only that is
 * looked at again when more text comes. However the text is cut into pieces, the blocks are the same.
 */
export class MarkdownStream {
  readonly #parser = new BlockParser();
  /** The last line, as far as it has arrived. */
  #line = '';
  /** Whether the beginning of the last line was given to the parser already. */
  #isContinued = false;
  /** Up to which length it was tried to cut the last line. */
  #tried = 0;
  #rest: readonly Block[] | undefined = [];

  append(text: string): void {
    this.#rest = undefined;
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#line += text.slice(from, end);
      this.#cutLongLine();
      this.#endLine();
      from = end + 1;
    }
    this.#line += text.slice(from);
    this.#cutLongLine();
  }

  /** No more text comes. */
  finish(): void {
    this.#rest = [];
    if (this.#line !== '') this.#endLine();
    this.#parser.finish();
  }

  /** The blocks that were finished since this was asked last. */
  takeFinished(): readonly Block[] {
    return this.#parser.take();
  }

  /** What has arrived and may still change, as it would look if nothing more came. */
  get rest(): readonly Block[] {
    this.#rest ??= this.#parseRest();
    return this.#rest;
  }

  #endLine(): void {
    if (this.#isContinued) this.#parser.continueLine(this.#line);
    else this.#parser.line(this.#line);
    this.#line = '';
    this.#isContinued = false;
    this.#tried = 0;
  }

  #cutLongLine(): void {
    while (this.#line.length >= this.#tried + LONG_LINE) {
      this.#tried += LONG_LINE;
      const end = this.#isInParagraph() ? this.#cut() : undefined;
      if (end !== undefined) {
        const rest = this.#line.slice(end);
        this.#line = this.#line.slice(0, end);
        this.#endLine();
        this.#parser.splitParagraph();
        this.#line = rest;
        this.#isContinued = true;
      }
    }
  }

  #isInParagraph(): boolean {
    if (this.#isContinued) return true;
    const draft = this.#parser.draft();
    draft.line(this.#line.slice(0, this.#tried));
    return draft.isInParagraph;
  }

  /** Where to cut the last line, judged by nothing but what was tried: the rest may or may not have arrived yet. */
  #cut(): number | undefined {
    const tried = this.#line.slice(0, this.#tried);
    const before = this.#parser.paragraph;
    const isSettledAt = (end: number) => isSettled(`${before}\n${tried.slice(0, end)}`);
    const sentences = [...tried.matchAll(/[.!?…](?=\s)|[。！？]/g)].map(({ index }) => index + 1);
    const settled = sentences.filter((end) => end >= SHORTEST_CUT).find(isSettledAt);
    if (settled !== undefined || this.#tried === LONG_LINE) return settled;
    const space = tried.lastIndexOf(' ');
    if (space >= SHORTEST_CUT) return space;
    return /[\ud800-\udbff]$/.test(tried) ? tried.length - 1 : tried.length;
  }

  #parseRest(): readonly Block[] {
    const draft = this.#parser.draft();
    const line = shownOf(this.#line, this.#parser.isInCode);
    if (line !== '') {
      if (this.#isContinued) draft.continueLine(line);
      else draft.line(line);
    }
    draft.finish();
    const blocks = draft.take();
    const last = blocks.at(-1);
    return last ? [...blocks.slice(0, -1), ...healed(last)] : blocks;
  }
}

/** The part of an unfinished line that can be shown: nothing that may turn out to be a mark, or half of a character. */
function shownOf(line: string, isInCode: boolean): string {
  const whole = line.replace(
    /\u001b(?:\[[\u0030-\u003f]*[\u0020-\u002f]*|[\]PX^_][^\u0007\u001b]*\u001b?)?$|[\ud800-\udbff]$/,
    '',
  );
  if (isInCode) return /^\s*[`~]+\s*$/.test(whole) ? '' : whole;
  const trimmed = whole.trim();
  if (trimmed.length > LONGEST_MARK) return /^[|: -]+$/.test(trimmed) ? '' : whole;
  const mayBeMark =
    /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)*(?:[*_`~#=+-]+|[|:\s-]+|\d{1,9}[.)]?|\[[ xX]?\]?|[`~]{3,}[^`]*)?$/;
  return mayBeMark.test(trimmed) ? '' : whole;
}

/** The last block with its marks closed. A row of cells is taken for the header of a table before the row below it is there. */
function healed(block: Block): readonly Block[] {
  const { content } = block;
  if (content.kind === 'heading') return [{ ...block, content: { ...content, text: heal(content.text) } }];
  if (content.kind === 'table') {
    const last = content.rows.at(-1)?.map(heal);
    if (!last) return [block];
    const rows = [...content.rows.slice(0, -1), last];
    const sizes = content.continues ? content.sizes : columnSizes([content.header, ...rows]);
    return [{ ...block, content: { ...content, rows, sizes } }];
  }
  if (content.kind !== 'paragraph') return [block];
  const lines = content.text.split('\n');
  const last = lines.at(-1) ?? '';
  if (!last.startsWith('|')) return [{ ...block, content: { kind: 'paragraph', text: heal(content.text) } }];
  const header = tableCells(last).map(heal);
  const alignments = header.map(() => 'left' as const);
  const sizes = columnSizes([header]);
  const table: Block = {
    ...block,
    content: { kind: 'table', header, alignments, rows: [], sizes, continues: false },
  };
  if (lines.length === 1) return [table];
  const above: Block = { ...block, content: { kind: 'paragraph', text: lines.slice(0, -1).join('\n') } };
  const containers = block.containers.map((one) => (one.kind === 'item' ? { ...one, isFirst: false } : one));
  return [above, { ...table, containers, gap: containers.length }];
}
