import type { Block } from '../markdown/block.ts';
import { renderBlock, renderTail } from '../markdown/render.ts';
import { type Line, line, span } from '../text/span.ts';

export interface AnswerPlace {
  readonly columns: number;
  /** Whether the terminal can follow links; see `Theme.links`. */
  readonly links: boolean;
}

const INDENT = '  ';

/** Whose answer it is. */
export function drawLabel(): readonly Line[] {
  return [[], line('helve:', { role: 'accent', bold: true }), []];
}

/** A part of an answer that is done. */
export function drawAnswer(block: Block, { columns, links }: AnswerPlace): readonly Line[] {
  return renderBlock(block, { columns: columns - INDENT.length, links }).map(indented);
}

/**
 * The end of what is still being written, in at most so many rows. They are the same rows as when it is done: those that
 * stand on the screen already need not be written again then.
 */
export function drawOpenAnswer(
  blocks: readonly Block[],
  { columns, links, rows }: AnswerPlace & { readonly rows: number },
): readonly Line[] {
  return renderTail(blocks, { columns: columns - INDENT.length, links, rows }).map(indented);
}

function indented(row: Line): Line {
  return row.length === 0 ? row : [span(INDENT), ...row];
}
