import { defineCommand, flag, path } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  from: path('write', 'Path to move'),
  to: path('write', 'New path; a file is moved into an existing folder'),
  overwrite: flag('Overwrite an existing file'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'fs move',
  summary: 'Move or rename a file, link or folder',
  effect: 'modify',
  input,
  output: v.object({ from: v.string(), to: v.string(), inside: v.boolean(), replaced: v.boolean() }),
  examples: ['helve fs move --from ./notes.txt --to ./docs/notes.txt'],
  run: async () => (await import('../../fs/move.ts')).movePath,
  render: {
    model: (data) => describe(data),
    person: (data) => describe(data),
    brief: (data) => `moved ${data.from} to ${data.to}`,
  },
});

function describe(data: { readonly from: string; readonly to: string; inside: boolean; replaced: boolean }): string {
  const notes = [data.inside ? 'into that folder' : '', data.replaced ? 'replacing what was there' : ''];
  return [`Moved ${data.from} to ${data.to}`, ...notes.filter((note) => note !== '')].join(', ');
}
