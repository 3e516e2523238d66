/** How a read that may be long is asked for and given in parts. */
import { integer } from '@helve/command';
import * as v from 'valibot';

export const paging = {
  maxChars: v.optional(integer('Give at most so many characters', { min: 100, max: 1_000_000 }), 20_000),
  after: v.optional(integer('Go on where an earlier answer ended: its `next`', { min: 0 }), 0),
};

export const more = {
  total: v.optional(v.number()),
  next: v.optional(v.number()),
  file: v.optional(v.string()),
};
