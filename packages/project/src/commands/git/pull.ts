import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';
import { integrationSchema } from '../../git/changes/schemas.ts';
import { integrationModel, integrationPerson } from '../../git/changes/view.ts';

const input = v.object({
  remote: v.optional(text("A remote's name or url")),
  branch: v.optional(text('The branch of the remote')),
  rebase: flag('Put own commits on top instead of merging'),
  ffOnly: flag('Only if there are no own commits'),
  keepConflicts: flag('Leave conflicts in the files instead of putting everything back'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git pull',
  summary: 'Get commits from a remote and put them into the current branch',
  effect: 'execute',
  input,
  output: integrationSchema,
  examples: ['helve git pull', 'helve git pull --rebase'],
  run: async () => (await import('../../git/pull.ts')).pullBranch,
  render: { model: integrationModel, person: integrationPerson, brief: integrationModel },
});
