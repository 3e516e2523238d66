import { choice, defineCommand, flag, path, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'fs write',
  summary: 'Write a file in one step, making its folders',
  effect: 'modify',
  input: v.object({
    path: path('write', 'The file'),
    content: text('What to write, exactly as given', { large: true }),
    append: flag('Add to the end instead of replacing'),
    ifExists: v.optional(choice(['overwrite', 'fail'], 'What to do when the file exists'), 'overwrite'),
    expectHash: v.optional(
      v.pipe(
        text('Fail unless the file has this sha256 (or begins with these 8 or more digits)'),
        v.regex(/^[0-9a-f]{8,64}$/i, 'must be 8 to 64 hexadecimal digits'),
      ),
    ),
  }),
  output: v.object({
    path: v.string(),
    bytes: v.number(),
    created: v.boolean(),
    hash: v.string(),
    previousHash: v.optional(v.string()),
  }),
  tool: {
    name: 'TextCreate',
    set: 'text',
    guidance:
      'Writes a whole file in one step and makes its folders. For a new file give `ifExists: "fail"`; to change part of one use TextPatch.',
    rename: { path: 'filePath' },
    only: ['path', 'content', 'append', 'ifExists'],
  },
  examples: ['helve fs write --path ./notes.txt --content "hello"'],
  run: async () => (await import('../../fs/write.ts')).writeTextFile,
  preview: async () => (await import('../../fs/preview.ts')).previewWrite,
  render: {
    model: (data) => `${data.created ? 'Created' : 'Wrote'} ${data.path} (${data.bytes} bytes, sha256 ${data.hash})`,
    person: (data) => `${data.created ? 'Created' : 'Wrote'} ${data.path} (${data.bytes} bytes)`,
    brief: (data) => `${data.created ? 'created' : 'wrote'} ${data.path}`,
  },
});
