import * as v from 'valibot';

/** What commands give of what was said and done in a conversation. */
export const shownOutput = {
  items: v.array(
    v.object({
      entry: v.string(),
      time: v.string(),
      kind: v.picklist(['user', 'assistant', 'tool', 'note', 'summary', 'stop']),
      text: v.string(),
    }),
  ),
  /** How many came before those that are given. */
  earlier: v.number(),
};
