import { defineCommand, path, text } from '@helve/command';
import * as v from 'valibot';
import { command as write, writtenRendering } from './write.ts';

export const command = defineCommand({
  path: 'fs update',
  summary: 'Give a file that exists new content',
  effect: 'modify',
  input: v.object({
    name: text("The file's name"),
    path: v.optional(path('write', 'The folder'), '.'),
    content: text('The new content', { large: true }),
  }),
  output: write.output,
  examples: ['helve fs update --name notes.txt --path . --content "hello"'],
  run: async () => (await import('../../fs/named.ts')).updateFile,
  render: writtenRendering,
});
