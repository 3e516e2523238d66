import { defineCommand, flag, paths, text } from '@helve/command';
import * as v from 'valibot';
import { gitSubject } from '../../git/repository/programs.ts';

const output = v.object({ files: v.array(v.string()), staged: v.boolean() });

const input = v.object({
  paths: paths('write', 'Files and folders, taken literally', { also: ['path'] }),
  staged: flag('Unstage changes and keep the files'),
  source: v.optional(text('Commit to restore from')),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git restore',
  summary: 'Discard changes of files, or unstage them',
  effect: 'modify',
  input,
  subject: (_, place) => gitSubject(place),
  output,
  examples: [`helve git restore --paths '["package.json"]'`],
  run: async () => (await import('../../git/restore.ts')).restoreFiles,
  render: { model: view, person: view, brief: (data) => `${data.files.length} files restored` },
});

function view(data: v.InferOutput<typeof output>): string {
  if (data.files.length === 0) return 'Nothing differed';
  return data.files.map((file) => `${data.staged ? 'unstaged' : 'restored'} ${file}`).join('\n');
}
