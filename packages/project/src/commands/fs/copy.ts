import { defineCommand, flag, path } from '@helve/command';
import * as v from 'valibot';

const output = v.object({
  from: v.string(),
  to: v.string(),
  inside: v.boolean(),
  replaced: v.boolean(),
  files: v.number(),
  folders: v.number(),
  links: v.number(),
  bytes: v.number(),
  leftOut: v.number(),
});

const input = v.object({
  from: path('read', 'Path to copy'),
  to: path('write', 'Path of the copy; a file is copied into an existing folder'),
  overwrite: flag('Overwrite an existing file'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'fs copy',
  summary: 'Copy a file, link or folder with its contents',
  effect: 'modify',
  input,
  output,
  examples: ['helve fs copy --from ./notes.txt --to ./notes.bak'],
  run: async () => (await import('../../fs/copy.ts')).copyPath,
  render: {
    model: (data) => describe(data),
    person: (data) => describe(data),
    brief: (data) => `copied ${data.from} to ${data.to}`,
  },
});

function describe(data: v.InferOutput<typeof output>): string {
  const { files, folders, links, bytes } = data;
  const counts = [`${files} files`, `${folders} folders`, `${links} links`].filter((count) => !count.startsWith('0 '));
  const notes = [
    data.inside ? ', into that folder' : '',
    data.replaced ? ', replacing what was there' : '',
    data.leftOut > 0 ? `; ${data.leftOut} left out` : '',
  ];
  return `Copied ${data.from} to ${data.to} (${counts.join(', ')}, ${bytes} bytes)${notes.join('')}`;
}
