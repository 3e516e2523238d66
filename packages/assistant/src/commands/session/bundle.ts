import { defineCommand, flag, path, text } from '@helve/command';
import * as v from 'valibot';

export const LeftOut = v.array(v.object({ path: v.string(), why: v.string() }));

export const command = defineCommand({
  path: 'session bundle',
  summary: 'Write a conversation and the files of its project into one file, to continue elsewhere',
  effect: 'modify',
  input: v.object({
    id: v.optional(text('Id of the conversation, or the start of it (default: the latest in this folder)')),
    path: path('write', 'File to write'),
    overwrite: flag('Overwrite an existing file'),
  }),
  output: v.object({
    id: v.string(),
    path: v.string(),
    bytes: v.number(),
    files: v.pipe(v.number(), v.description('Files of the project in the bundle')),
    leftOut: v.pipe(LeftOut, v.description('Files that are not in the bundle: links, settings, secrets, large files')),
  }),
  examples: ['helve session bundle --path conversation.helve'],
  run: async () => (await import('../../session/bundle.ts')).bundleSession,
  render: { model: view, person: view, brief: ({ id, path }) => `${id} in ${path}` },
});

interface Bundled {
  readonly path: string;
  readonly bytes: number;
  readonly files: number;
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
}

function view({ path, bytes, files, leftOut }: Bundled): string {
  const without = leftOut.map((each) => `  ${each.path} ${each.why}`);
  return [
    `Wrote ${path} (${bytes} bytes, ${files} files)`,
    ...(without.length > 0 ? ['Not in the bundle:', ...without.slice(0, 20)] : []),
    ...(without.length > 20 ? [`  and ${without.length - 20} more`] : []),
  ].join('\n');
}
