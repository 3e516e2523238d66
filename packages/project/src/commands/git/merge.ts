import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';
import { integrationSchema } from '../../git/changes/schemas.ts';
import { integrationModel, integrationPerson } from '../../git/changes/view.ts';
import { gitSubject } from '../../git/repository/programs.ts';

const output = v.object({ aborted: v.boolean(), ...integrationSchema.entries });

const input = v.object({
  branch: v.optional(text('Branch, tag or commit')),
  abort: flag('Abort a merge with conflicts'),
  keepConflicts: flag('Leave conflicts in the files instead of undoing the merge'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'git merge',
  summary: 'Merge another branch into the current one',
  effect: 'execute',
  input,
  subject: (_, place) => gitSubject(place),
  output,
  examples: ['helve git merge --branch feature/login', 'helve git merge --abort'],
  run: async () => (await import('../../git/merge.ts')).mergeBranch,
  render: {
    model: (data) => (data.aborted ? 'The merge was given up' : integrationModel(data)),
    person: (data) => (data.aborted ? 'The merge was given up.' : integrationPerson(data)),
    brief: (data) => (data.aborted ? 'The merge was given up' : integrationModel(data)),
  },
});
