import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';
import { integrationSchema } from '../../git/changes/schemas.ts';
import { integrationModel, integrationPerson } from '../../git/changes/view.ts';
import { gitSubject } from '../../git/repository/programs.ts';

const input = v.object({
  remote: v.optional(text('Name or URL of the remote')),
  branch: v.optional(text('Remote branch')),
  rebase: flag('Rebase local commits instead of merging'),
  ffOnly: flag('Only fast-forward'),
  keepConflicts: flag('Leave conflicts in the files instead of undoing the merge'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git pull',
  summary: 'Fetch from a remote and integrate into the current branch',
  effect: 'execute',
  input,
  subject: (_, place) => gitSubject(place, { network: true }),
  output: integrationSchema,
  examples: ['helve git pull', 'helve git pull --rebase'],
  run: async () => (await import('../../git/pull.ts')).pullBranch,
  render: { model: integrationModel, person: integrationPerson, brief: integrationModel },
});
