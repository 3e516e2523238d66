import { choice, defineCommand, flag, path, text } from '@helve/command';
import * as v from 'valibot';

const output = v.object({
  path: v.string(),
  bytes: v.number(),
  created: v.boolean(),
  hash: v.string(),
  previousHash: v.optional(v.string()),
});

export type Output = v.InferOutput<typeof output>;

/** How a file that was written is shown. */
export const writtenRendering = {
  model: ({ path, bytes, created, hash }: Output): string =>
    `${created ? 'Created' : 'Wrote'} ${path} (${bytes} bytes, sha256 ${hash})`,
  person: ({ path, bytes, created }: Output): string => `${created ? 'Created' : 'Wrote'} ${path} (${bytes} bytes)`,
  brief: ({ path, created }: Output): string => `${created ? 'created' : 'wrote'} ${path}`,
};

/** The parameter of every command that replaces what a file contains. */
export const expectHash = v.optional(
  v.pipe(
    text('Fail unless the file has this SHA-256 (or its first 8 or more digits)'),
    v.regex(/^[0-9a-f]{8,64}$/i, 'must be 8 to 64 hexadecimal digits'),
  ),
);

const input = v.object({
  path: path('write', 'File'),
  content: text('Content, written exactly as given', { large: true }),
  append: flag('Append instead of replacing'),
  ifExists: v.optional(choice(['overwrite', 'fail'], 'What to do if the file exists'), 'overwrite'),
  expectHash,
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'fs write',
  summary: 'Write a file atomically, creating its folders',
  effect: 'modify',
  input,
  output,
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
  render: writtenRendering,
});
