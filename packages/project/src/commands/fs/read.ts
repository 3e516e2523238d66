import { choice, defineCommand, flag, integer, path } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  path: path('read', 'File'),
  offset: v.optional(integer('First line, counted from 1', { min: 1 })),
  limit: v.optional(integer('Number of lines', { min: 1 })),
  lineNumbers: flag('Show line numbers'),
  hash: flag('Also return the SHA-256 checksum, which write and edit can expect'),
  encoding: v.optional(choice(['utf-8', 'utf-16le', 'latin1', 'base64'], 'How the bytes are read'), 'utf-8'),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  path: v.string(),
  mediaType: v.string(),
  content: v.string(),
  encoding: v.picklist(['utf-8', 'utf-16le', 'utf-16be', 'latin1', 'base64']),
  bytes: v.number(),
  hash: v.optional(v.string()),
  bom: v.optional(v.boolean()),
  lines: v.optional(v.object({ from: v.number(), to: v.number(), total: v.optional(v.number()) })),
  clippedLines: v.optional(v.number()),
  truncated: v.optional(v.boolean()),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'fs read',
  summary: 'Read a file: text, or an image or PDF',
  effect: 'inspect',
  input,
  output,
  tool: {
    name: 'TextRead',
    set: 'text',
    guidance: 'Reads a file: text (all, or `limit` lines from line `offset`), an image or a PDF. Read before you edit.',
    rename: { path: 'filePath' },
    only: ['path', 'offset', 'limit', 'lineNumbers'],
  },
  examples: ['helve fs read --path ./package.json', 'helve fs read --path ./package.json --offset 1 --limit 20'],
  run: async () => (await import('../../fs/read.ts')).readFile,
  render: {
    model: (data) =>
      data.encoding === 'base64' && /^image\/|\/pdf$/.test(data.mediaType)
        ? [{ inlineData: { mimeType: data.mediaType, data: data.content } }]
        : data.content,
    person: (data) =>
      data.encoding === 'base64' ? `${data.path}: ${data.mediaType}, ${data.bytes} bytes` : data.content,
    brief: (data) =>
      data.lines ? `${data.path}, lines ${data.lines.from}-${data.lines.to}` : `${data.path}, ${data.mediaType}`,
  },
});
