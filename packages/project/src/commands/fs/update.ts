import { defineCommand, path, text } from '@helve/command';
import * as v from 'valibot';
import { command as write, writtenRendering } from './write.ts';

export const command = defineCommand({
  path: 'fs update',
  summary: 'Replace the content of an existing file',
  effect: 'modify',
  input: v.object({
    name: text('File name'),
    path: v.optional(path('write', 'Folder'), '.'),
    content: text('New content', { large: true }),
  }),
  subject: () => ({ sameAs: ['fs write'] }),
  output: write.output,
  examples: ['helve fs update --name notes.txt --path . --content "hello"'],
  run: async () => (await import('../../fs/named.ts')).updateFile,
  render: writtenRendering,
});
