import { defineCommand, flag, integer, path, text } from '@helve/command';
import * as v from 'valibot';

const output = v.object({
  files: v.array(
    v.object({
      path: v.string(),
      action: v.picklist(['created', 'modified', 'deleted', 'renamed', 'copied']),
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
  patch: text('The unified diff; that of git with new, deleted and renamed files too', { large: true }),
  path: v.optional(path('write', 'The folder it applies in'), '.'),
  strip: v.optional(
    integer('Leading folders to take off each name; the a/ and b/ of git unless given', { min: 0, max: 100 }),
  ),
  dryRun: flag('Only say what would change'),
  reverse: flag('Take the change back'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'fs patch',
  summary: 'Apply a unified diff to one or more files, all of it or nothing',
  effect: { most: 'modify', of: (input) => (input.dryRun ? 'inspect' : 'modify') },
  input,
  output,
  examples: ['helve fs patch --patch @change.diff'],
  run: async () => (await import('../../fs/patch.ts')).patchFiles,
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
