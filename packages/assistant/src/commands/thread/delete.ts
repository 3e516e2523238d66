import { defineCommand, flag, inService, text } from '@helve/command';
import * as v from 'valibot';
import { threadOutput } from '../../thread/view.ts';

export const command = defineCommand({
  path: 'thread delete',
  summary: 'Delete a thread with all that was said in it, for good',
  effect: { most: 'execute', of: ({ dryRun, force }) => (dryRun ? 'inspect' : force ? 'execute' : 'modify') },
  input: v.object({
    id: text('Its id, the beginning of that, or its name'),
    force: flag('Also one that runs, which is stopped first'),
    dryRun: flag('Only say which'),
  }),
  output: v.object({ id: threadOutput.id, name: threadOutput.name, deleted: v.boolean() }),
  examples: ['helve thread delete --id dead-code --dry-run'],
  run: inService(async () => (await import('../../thread/threads.ts')).deleteThread),
  render: {
    person: ({ id, name, deleted }) => `${deleted ? 'Deleted' : 'Would delete'} ${id}: ${name}`,
    brief: ({ id }) => id,
  },
});
