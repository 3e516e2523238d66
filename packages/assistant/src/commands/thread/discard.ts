import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { THREAD_ID } from './options.ts';

export const command = defineCommand({
  path: 'thread discard',
  summary: 'Remove the worktree of a thread; its work is kept as a commit outside of any branch',
  effect: 'modify',
  input: v.object({ id: THREAD_ID }),
  output: v.object({ id: v.string(), branch: v.string(), ref: v.optional(v.string()), commits: v.number() }),
  examples: ['helve thread discard --id dead-code'],
  run: inService(async () => (await import('../../thread/worktrees.ts')).discardThread),
  render: {
    person: ({ branch, ref }) =>
      ref === undefined ? `Removed ${branch}` : `Removed ${branch}; its work is kept: ${ref}`,
    brief: ({ ref = 'nothing to keep' }) => ref,
  },
});
