import { defineCommand, path, text } from '@helve/command';
import * as v from 'valibot';
import { command as write, writtenRendering } from './write.ts';

export const command = defineCommand({
  path: 'fs create-file',
  summary: 'Make a new file in a folder; fails if it exists',
  effect: 'modify',
  input: v.object({
    name: text("The file's name"),
    source: text('What it holds', { large: true }),
    path: v.optional(path('write', 'The folder'), '.'),
  }),
  output: write.output,
  examples: ['helve fs create-file --name notes.txt --source "hello" --path .'],
  run: async () => (await import('../../fs/named.ts')).createFile,
  render: writtenRendering,
});
