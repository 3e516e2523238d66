import { call, defineCommand, type Facts, integer, paths, type Say, worded } from '@helve/command';
import * as v from 'valibot';
import { printable } from '../../fs/paths/printable.ts';
import { command as read } from './read.ts';

const input = v.object({
  paths: paths('read', 'Files; globs such as src/*.ts are expanded'),
  maxBytes: v.optional(integer('Maximum number of bytes in total', { min: 1 }), 10 * 1024 * 1024),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  files: v.array(
    v.variant('ok', [
      v.object({ ok: v.literal(true), ...read.output.entries }),
      v.object({
        path: v.string(),
        ok: v.literal(false),
        error: v.object({ code: v.string(), message: v.string(), hint: v.optional(v.string()) }),
      }),
    ]),
  ),
  failed: v.number(),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'fs read-many',
  summary: 'Read several files; unreadable ones are reported, not fatal',
  effect: 'inspect',
  input,
  output,
  examples: ['helve fs read-many --paths \'["package.json", "README.md"]\''],
  run: async () => (await import('../../fs/read-many.ts')).readMany,
  render: {
    model: viewFiles,
    person: viewFiles,
    brief: (data) => `${data.files.length - data.failed} files read, ${data.failed} failed`,
  },
});

/** Each file below its name, in the manner of `head`. */
function viewFiles({ files }: Output, _input: object, _facts: Facts, say: Say): string {
  if (files.length === 0) return 'No files';
  return files.map((file) => `==> ${printable(file.path)} <==\n${viewFile(file, say)}`).join('\n\n');
}

function viewFile(file: Output['files'][number], say: Say): string {
  if (!file.ok) return [`error: ${file.error.message}`, file.error.hint].filter(Boolean).join('\n');
  if (file.encoding === 'base64')
    return say(worded`[${file.mediaType}, ${file.bytes} bytes; see it: ${call('fs read', { path: file.path })}]`);
  return file.content.replace(/\n$/, '');
}
