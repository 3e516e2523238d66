import type { Line, Span, Style } from './span.ts';
import { graphemes, graphemeWidth, width } from './width.ts';

export interface WrapOptions {
  /** Spans that stand before every row but the first, as the indent of a list does. */
  readonly hanging?: Line;
}

/** Lays a line out in rows of at most so many cells: between words where it can, within them where it must. */
export function wrap(text: Line, columns: number, { hanging = [] }: WrapOptions = {}): readonly Line[] {
  if (lineWidth(text) <= columns) return [text];
  const indent = lineWidth(hanging) < columns ? hanging : [];
  const indented = lineWidth(indent);
  const rows: Line[] = [];
  let row = new Row([]);
  const breakRow = () => {
    rows.push(row.spans);
    row = new Row(indent);
  };
  for (const { pieces, cells, isSpace } of words(text)) {
    if (row.cells + cells <= columns) {
      for (const piece of pieces) row.add(piece.text, piece.style, piece.cells);
    } else if (isSpace) {
      // The space at which a row is broken is not shown.
      breakRow();
    } else if (cells <= columns - indented) {
      breakRow();
      for (const piece of pieces) row.add(piece.text, piece.style, piece.cells);
    } else {
      for (const { text: piece, style } of pieces) {
        for (const grapheme of graphemes(piece)) {
          const taken = graphemeWidth(grapheme);
          if (row.cells + taken > columns && row.cells > indented) breakRow();
          row.add(grapheme, style, taken);
        }
      }
    }
  }
  rows.push(row.spans);
  return rows;
}

/** What the further rows of a line begin with: the space that it begins with, or as much as what stands before its text. */
export function indentOf([first, second]: Line, columns: number): Line {
  const text = first?.text ?? '';
  const before = width(text);
  const isLabel = second !== undefined && text.endsWith(' ') && before <= columns / 2;
  const cells = isLabel ? before : text.length - text.trimStart().length;
  return cells === 0 ? [] : [{ text: ' '.repeat(cells) }];
}

export function lineWidth(text: Line): number {
  return text.reduce((sum, { text: piece }) => sum + width(piece), 0);
}

/** Cuts a line at so many cells, with an ellipsis where something was cut. */
export function clip(text: Line, columns: number): Line {
  if (lineWidth(text) <= columns) return text;
  const row = new Row([]);
  for (const { text: piece, style } of text) {
    for (const grapheme of graphemes(piece)) {
      const taken = graphemeWidth(grapheme);
      if (row.cells + taken > columns - 1) {
        row.add('…', style, 1);
        return columns > 0 ? row.spans : [];
      }
      row.add(grapheme, style, taken);
    }
  }
  return row.spans;
}

/** Keeps the beginning and the end of a text, the latter of `tail` cells, where it is wider than `limit`. */
export function middleEllipsis(text: string, limit: number, tail = 30): string {
  if (width(text) <= limit) return text;
  const kept = Math.max(0, Math.min(tail, limit - 3));
  const characters = graphemes(text);
  const end = firstCells(characters.toReversed(), kept).toReversed();
  return `${firstCells(characters, Math.max(0, limit - 3 - kept)).join('')}...${end.join('')}`;
}

/** As many of the first characters as fit into so many cells. */
function firstCells(characters: readonly string[], cells: number): readonly string[] {
  let taken = 0;
  const end = characters.findIndex((character) => (taken += graphemeWidth(character)) > cells);
  return end < 0 ? characters : characters.slice(0, end);
}

export function padEnd(text: Line, columns: number, style?: Style): Line {
  const missing = columns - lineWidth(text);
  return missing > 0 ? [...text, { text: ' '.repeat(missing), ...(style && { style }) }] : text;
}

class Row {
  readonly spans: Span[];
  cells: number;

  constructor(start: Line) {
    this.spans = [...start];
    this.cells = lineWidth(start);
  }

  add(text: string, style: Style | undefined, cells: number): void {
    const last = this.spans.at(-1);
    if (last && last.style === style) {
      this.spans[this.spans.length - 1] = style ? { text: last.text + text, style } : { text: last.text + text };
    } else {
      this.spans.push(style ? { text, style } : { text });
    }
    this.cells += cells;
  }
}

interface Piece {
  readonly text: string;
  readonly style: Style | undefined;
  readonly cells: number;
}

/** What is not broken, unless it is longer than a row. It may change its style within. */
interface Word {
  readonly pieces: Piece[];
  cells: number;
  readonly isSpace: boolean;
}

// Japanese and Chinese have no spaces: a row may end at any character, but not before a closing mark or after an opening one.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff01-\uff60]/u;
const TOKEN =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff01-\uff60]\p{Mark}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff01-\uff60])\S)+/gu;
const OPENING_AT_END = /[\p{Ps}\p{Pi}]$/u;
const CLOSING_AT_START = /^[\p{Pe}\p{Pf}、。，．・：；？！…‥ー々ゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ,.!?:;]/u;

function* words(text: Line): Generator<Word> {
  let word: Word | undefined;
  let before = '';
  for (const { text: piece, style } of text) {
    for (const [token] of piece.matchAll(UNSPACED.test(piece) ? TOKEN : /\s+|\S+/g)) {
      const isSpace = token.trim() === '';
      const cells = width(token);
      if (word && isSpace === word.isSpace && (isSpace || !mayBreakBetween(before, token))) {
        word.pieces.push({ text: token, style, cells });
        word.cells += cells;
      } else {
        if (word) yield word;
        word = { pieces: [{ text: token, style, cells }], cells, isSpace };
      }
      before = token;
    }
  }
  if (word) yield word;
}

function mayBreakBetween(one: string, other: string): boolean {
  return (UNSPACED.test(one) || UNSPACED.test(other)) && !OPENING_AT_END.test(one) && !CLOSING_AT_START.test(other);
}
