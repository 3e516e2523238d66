/** How a read that may be long is asked for and given in parts. */
import { integer } from '@helve/command';
import * as v from 'valibot';
import type { Given } from './parameters.ts';

export const paging = {
  maxChars: v.optional(integer('Maximum number of characters to return', { min: 100, max: 1_000_000 }), 20_000),
  after: v.optional(integer('Continue where an earlier result ended: its `next`', { min: 0 }), 0),
};

export const more = {
  /** Characters of a text, entries of a list. */
  total: v.optional(v.number()),
  /** The value of `--after` for the next part; absent at the end. */
  next: v.optional(v.number()),
  /** The file that holds all of it. */
  file: v.optional(v.string()),
};

export type Paging = Given<typeof paging>;
export type More = Given<typeof more>;
