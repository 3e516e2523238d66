import { defineCommand, type Facts, flag, integer, parameter, path, type Say, worded } from '@helve/command';
import * as v from 'valibot';
import { printable } from '../../fs/paths/printable.ts';

const input = v.object({
  path: v.optional(path('read', 'Source file or folder'), '.'),
  all: flag('Include hidden and git-ignored files'),
  limit: v.optional(integer('Maximum number of definitions', { min: 1 }), 1000),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  files: v.array(
    v.object({
      path: v.string(),
      language: v.string(),
      definitions: v.array(v.object({ kind: v.string(), name: v.string(), line: v.number(), text: v.string() })),
    }),
  ),
  total: v.number(),
  searched: v.number(),
  unread: v.number(),
  truncated: v.boolean(),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'fs code-defs',
  summary: 'List the classes, functions and types in a source file or folder',
  effect: 'inspect',
  input,
  output,
  examples: ['helve fs code-defs --path .'],
  run: async () => (await import('../../fs/code-defs.ts')).codeDefinitions,
  render: {
    model: viewDefinitions,
    person: viewDefinitions,
    brief: (data) => `${data.total} definitions in ${data.files.length} files`,
  },
});

/** Each file's name, then its definitions as they are written, with their lines. */
function viewDefinitions({ files, unread, truncated }: Output, _input: object, _facts: Facts, say: Say): string {
  if (files.length === 0) return 'No definitions';
  const blocks = files.map(({ path, definitions }) =>
    [printable(path), ...definitions.map(({ line, text }) => `${line}:${printable(text)}`)].join('\n'),
  );
  const note = worded`(more left out, ${unread} files not looked at; give a folder or file of it, or raise ${parameter('limit')})`;
  return [blocks.join('\n\n'), ...(truncated ? [say(note)] : [])].join('\n');
}
