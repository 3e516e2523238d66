import { choice, defineCommand, path } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  path: path('read', 'File'),
  algorithm: v.optional(choice(['sha256', 'sha1', 'md5'], 'Which checksum'), 'sha256'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'fs hash',
  summary: 'Show the SHA-256 checksum of a file',
  effect: 'inspect',
  input,
  output: v.object({
    path: v.string(),
    algorithm: v.string(),
    hash: v.string(),
    bytes: v.number(),
  }),
  examples: ['helve fs hash --path ./package.json'],
  run: async () => (await import('../../fs/hash.ts')).hashFile,
  render: {
    model: (data) => data.hash,
    person: (data) => `${data.hash}  ${data.path}`,
    brief: (data) => `${data.algorithm} of ${data.path}`,
  },
});
