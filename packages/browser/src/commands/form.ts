import * as v from 'valibot';
import { METHODS, WORLDS } from './fill-output.ts';
import { ROUTE } from './target.ts';

const TARGET = v.union(
  [
    v.strictObject({ selector: v.string() }),
    v.strictObject({ route: ROUTE }),
    v.strictObject({ handle: v.pipe(v.string(), v.regex(/^(?:el|ln)\d+$/, 'must be a handle such as el4')) }),
    v.strictObject({
      name: v.pipe(
        v.string(),
        v.check((name) => name.trim() !== '', 'may not be empty'),
      ),
    }),
  ],
  'must name an element in one way: {"selector":"#name"}, {"handle":"el4"}, {"name":"Login"} or {"route":…}',
);

/** Several fields and what each is to hold. */
export const FORM = v.strictObject({
  fields: v.array(
    v.strictObject({
      target: TARGET,
      value: v.string(),
      method: v.optional(v.picklist(METHODS)),
      world: v.optional(v.picklist(WORLDS)),
    }),
  ),
});

export type Form = v.InferOutput<typeof FORM>;
