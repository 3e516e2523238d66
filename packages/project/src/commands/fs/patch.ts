import { defineCommand, flag, integer, path, text } from '@helve/command';
import * as v from 'valibot';

const output = v.object({
  files: v.array(
    v.object({
      path: v.string(),
      action: v.picklist(['created', 'modified', 'deleted', 'renamed', 'copied', 'skipped']),
      from: v.optional(v.string()),
      added: v.number(),
      removed: v.number(),
      hash: v.optional(v.string()),
      offsets: v.optional(v.array(v.object({ hunk: v.number(), lines: v.number() }))),
    }),
  ),
  dryRun: v.boolean(),
});

type Output = v.InferOutput<typeof output>;

const input = v.object({
  patch: text('Output of git diff (also --binary), diff -ruN, svn diff or hg diff', { large: true, bytes: true }),
  path: v.optional(path('write', 'Folder that the patch applies to'), '.'),
  strip: v.optional(
    integer('Leading folders to strip from each name (default: as many as the existing files show)', {
      min: 0,
      max: 100,
    }),
  ),
  dryRun: flag('Show what would change, without changing it'),
  reverse: flag('Apply the patch in reverse'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'fs patch',
  summary: 'Apply a unified diff to one or more files, all or nothing',
  effect: { most: 'modify', of: (input) => (input.dryRun ? 'inspect' : 'modify') },
  input,
  // A patch can also delete.
  subject: async (given) => ({
    sameAs: (await import('../../fs/patch/deletes.ts')).deletesFiles(given) ? ['fs delete'] : [],
  }),
  output,
  examples: ['helve fs patch --patch @change.diff'],
  run: async () => (await import('../../fs/patch.ts')).patchFiles,
  preview: async () => (await import('../../fs/preview.ts')).previewPatch,
  render: {
    model: (data) => describe(data),
    person: (data) => describe(data),
    brief: (data) => `${data.dryRun ? 'would patch' : 'patched'} ${data.files.length} files`,
  },
});

function describe({ files, dryRun }: Output): string {
  const lines = files.map((file) => {
    const name = file.from === undefined ? file.path : `${file.from} -> ${file.path}`;
    const moved = (file.offsets ?? []).map(({ hunk, lines }) => `, hunk ${hunk} ${signed(lines)} lines off`);
    return `${file.action} ${name} (+${file.added} -${file.removed})${moved.join('')}`;
  });
  return [...(dryRun ? ['Nothing was changed. It would be:'] : []), ...lines].join('\n');
}

function signed(count: number): string {
  return count > 0 ? `+${count}` : String(count);
}
