import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'session delete',
  summary: 'Delete a conversation and those of its subagents permanently',
  effect: { most: 'modify', of: ({ dryRun }) => (dryRun ? 'inspect' : 'modify') },
  input: v.object({
    id: text('Id of the conversation, or the start of it'),
    dryRun: flag('List what would be deleted, without deleting it'),
  }),
  output: v.object({ id: v.string(), title: v.string(), deleted: v.boolean() }),
  examples: ['helve session delete --id 20260101-120000-abcd --dry-run'],
  run: async () => (await import('../../session/delete.ts')).deleteSession,
  render: {
    person: ({ id, title, deleted }) => `${deleted ? 'Deleted' : 'Would delete'} ${id}: ${title}`,
    brief: ({ id }) => id,
  },
});
