import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { THREAD_ID } from './options.ts';

export const command = defineCommand({
  path: 'thread merge',
  summary: 'Merge the work of a thread into the checkout that its worktree came from, and remove the worktree',
  effect: 'modify',
  input: v.object({ id: THREAD_ID }),
  output: v.object({ id: v.string(), branch: v.string(), commit: v.string(), commits: v.number() }),
  examples: ['helve thread merge --id dead-code'],
  run: inService(async () => (await import('../../thread/worktrees.ts')).mergeThread),
  render: {
    person: ({ branch, commit, commits }) =>
      commits === 0 ? `Nothing to merge from ${branch}` : `Merged ${commits} commits of ${branch}: ${commit}`,
    brief: ({ commits }) => `${commits} commits`,
  },
});
