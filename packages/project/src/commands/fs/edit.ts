import { defineCommand, flag, json, path, text } from '@helve/command';
import * as v from 'valibot';
import { expectHash } from './write.ts';

const input = v.object({
  path: path('write', 'File'),
  oldText: v.optional(text('Text to replace; must occur exactly once', { large: true })),
  newText: v.optional(text('Replacement text', { large: true })),
  replaceAll: flag('Replace every occurrence'),
  edits: v.optional(
    json(
      v.array(v.strictObject({ oldText: v.string(), newText: v.string(), replaceAll: v.optional(v.boolean()) })),
      'Several edits, made in order: [{"oldText","newText","replaceAll"?}]',
      { large: true },
    ),
  ),
  expectHash,
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'fs edit',
  summary: 'Replace text in a file; all edits or none',
  effect: 'modify',
  input,
  output: v.object({
    path: v.string(),
    replacements: v.number(),
    hash: v.string(),
    previousHash: v.string(),
    diff: v.string(),
  }),
  tool: {
    name: 'TextPatch',
    set: 'text',
    guidance:
      'Replaces text in a file and gives the diff. `oldText` must occur exactly once, or give `replaceAll`; several `edits` are made all or none. Then validate with CliRun.',
    rename: { path: 'filePath' },
    only: ['path', 'oldText', 'newText', 'replaceAll', 'edits'],
  },
  examples: ['helve fs edit --path ./notes.txt --old-text "hello" --new-text "goodbye"'],
  run: async () => (await import('../../fs/edit.ts')).editFile,
  preview: async () => (await import('../../fs/preview.ts')).previewEdit,
  render: {
    model: (data) => `Edited ${data.path} (${data.replacements} replaced, sha256 ${data.hash})\n${data.diff}`,
    person: (data) => data.diff,
    brief: (data) => `edited ${data.path}, ${data.replacements} replaced`,
  },
});
