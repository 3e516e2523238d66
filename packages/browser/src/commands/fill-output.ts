import * as v from 'valibot';

export const METHODS = ['direct', 'paste', 'runtime-api'] as const;
export const WORLDS = ['isolated', 'main'] as const;

/** What came of filling in one field. */
export const FILLED = {
  filled: v.boolean(),
  verifiedValue: v.string(),
  method: v.picklist([...METHODS, 'click']),
  world: v.picklist(WORLDS),
  editor: v.optional(v.string()),
};
