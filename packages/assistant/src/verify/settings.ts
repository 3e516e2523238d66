import * as v from 'valibot';

const Check = v.union([
  v.pipe(v.string(), v.nonEmpty('must not be empty')),
  v.strictObject({
    run: v.pipe(v.string(), v.nonEmpty('must not be empty')),
    /** Relative to the project. */
    folder: v.optional(v.string()),
    /** Seconds, where helve runs it. */
    timeout: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400))),
  }),
]);

/** What happens at the end of a turn whose changes were not checked. */
export const AT_END = ['remind', 'run', 'report'] as const;

export type AtEnd = (typeof AT_END)[number];

export const VerifySettings = v.strictObject({
  checks: v.optional(v.array(Check)),
  atEnd: v.optional(v.picklist(AT_END)),
});

export type VerifySettings = v.InferOutput<typeof VerifySettings>;
