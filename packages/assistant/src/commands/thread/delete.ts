import { defineCommand, flag, inService } from '@helve/command';
import * as v from 'valibot';
import { threadOutput } from '../../thread/view.ts';
import { THREAD_ID } from './options.ts';

export const command = defineCommand({
  path: 'thread delete',
  summary: 'Delete a thread and its conversation permanently',
  effect: { most: 'execute', of: ({ dryRun, force }) => (dryRun ? 'inspect' : force ? 'execute' : 'modify') },
  input: v.object({
    id: THREAD_ID,
    force: flag('Stop the thread first if it is running'),
    dryRun: flag('List what would be deleted, without deleting it'),
  }),
  output: v.object({ id: threadOutput.id, name: threadOutput.name, deleted: v.boolean() }),
  examples: ['helve thread delete --id dead-code --dry-run'],
  run: inService(async () => (await import('../../thread/threads.ts')).deleteThread),
  render: {
    person: ({ id, name, deleted }) => `${deleted ? 'Deleted' : 'Would delete'} ${id}: ${name}`,
    brief: ({ id }) => id,
  },
});
