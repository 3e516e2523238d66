import { defineCommand, path, text } from '@helve/command';
import * as v from 'valibot';
import { command as write, writtenRendering } from './write.ts';

export const command = defineCommand({
  path: 'fs create-file',
  summary: 'Create a file in a folder; fails if it exists',
  effect: 'modify',
  input: v.object({
    name: text('File name'),
    source: text('Content', { large: true }),
    path: v.optional(path('write', 'Folder'), '.'),
  }),
  subject: () => ({ sameAs: ['fs write'] }),
  output: write.output,
  examples: ['helve fs create-file --name notes.txt --source "hello" --path .'],
  run: async () => (await import('../../fs/named.ts')).createFile,
  render: writtenRendering,
});
