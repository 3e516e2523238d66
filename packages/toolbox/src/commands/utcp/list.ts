import { defineCommand, flag } from '@helve/command';
import * as v from 'valibot';
import { SERVER_PROGRAMS } from '../../mcp/server.ts';
import { briefManuals, viewManuals } from '../../utcp/view.ts';

const input = v.object({ refresh: flag('Read all manuals again from their sources') });

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  manuals: v.array(
    v.object({
      name: v.string(),
      type: v.string(),
      scope: v.picklist(['user', 'project']),
      source: v.string(),
      trusted: v.boolean(),
      tools: v.array(v.string()),
      problem: v.exactOptional(v.string()),
    }),
  ),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'utcp list',
  summary: 'List the registered UTCP manuals and their tools',
  effect: 'execute',
  input,
  // Servers of manuals that were never read are started to read them.
  subject: () => ({ programs: SERVER_PROGRAMS }),
  output,
  examples: ['helve utcp list', 'helve utcp list --refresh'],
  run: async () => (await import('../../utcp/list.ts')).list,
  render: { model: viewManuals, person: viewManuals, brief: briefManuals },
});
