/** Shapes that the results of several git commands share. */
import * as v from 'valibot';

export const fileDiffSchema = v.object({
  path: v.string(),
  change: v.string(),
  from: v.optional(v.string()),
  insertions: v.number(),
  deletions: v.number(),
  binary: v.boolean(),
});

export const totalsSchema = v.object({ files: v.number(), insertions: v.number(), deletions: v.number() });

export const commitSchema = v.object({
  hash: v.string(),
  short: v.string(),
  author: v.object({ name: v.string(), email: v.string() }),
  date: v.string(),
  subject: v.string(),
  body: v.optional(v.string()),
  parents: v.array(v.string()),
  refs: v.array(v.string()),
});

/** What bringing other commits into a branch did. */
export const integrationSchema = v.object({
  branch: v.nullable(v.string()),
  before: v.optional(v.string()),
  after: v.optional(v.string()),
  updated: v.boolean(),
  commits: v.number(),
  ...totalsSchema.entries,
});

/** Of a patch that is too long for a result. */
export const cutPatchSchema = {
  truncated: v.optional(v.boolean()),
  leftOut: v.optional(
    v.pipe(v.object({ files: v.number(), characters: v.number() }), v.description('What the patch here lacks')),
  ),
  patchFile: v.optional(v.pipe(v.string(), v.description('A file with the whole patch'))),
};
