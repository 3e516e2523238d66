import type { Line } from '../text/span.ts';

export type Alignment = 'left' | 'right' | 'centre';

/** What a block stands in, from the outside in: quotes and the items of lists. */
export type Container =
  | { readonly kind: 'quote' }
  | {
      readonly kind: 'item';
      /** `•`, `3.`, `☑` */
      readonly marker: string;
      /** Whether this block is the item's first, which the marker stands before. */
      readonly isFirst: boolean;
    };

export interface Table {
  readonly kind: 'table';
  readonly header: readonly string[];
  readonly alignments: readonly Alignment[];
  readonly rows: readonly (readonly string[])[];
  /** How wide each column would like to be. */
  readonly sizes: readonly number[];
  /** Further rows of a table whose header was given before. */
  readonly continues: boolean;
}

export type Content =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'label'; readonly text: string }
  /** One line of a code block, highlighted. */
  | { readonly kind: 'code'; readonly line: Line }
  | { readonly kind: 'rule' }
  | { readonly kind: 'empty' }
  | Table;

/** A piece of a document that is shown once and never changes: a paragraph, a line of code, a table or some of its rows. */
export interface Block {
  readonly content: Content;
  readonly containers: readonly Container[];
  /** Where a blank row stands before this block: how many of its containers that row stands in too. */
  readonly gap?: number;
}
