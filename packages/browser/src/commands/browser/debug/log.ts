import { defineCommand, inService, integer, text } from '@helve/command';
import * as v from 'valibot';
import { TABS } from '../../../protocol/tabs.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser debug log',
  summary: 'Show the latest actions of the extension',
  effect: 'inspect',
  input: v.object({
    session,
    id: v.optional(text('Only the request with this id')),
    limit: v.optional(integer('Number of entries', { min: 1, max: 200 }), 50),
  }),
  output: TABS['debug.log'].data,
  examples: ['helve browser debug log -s abc234'],
  run: inService(async () => (await import('../../../perform.ts')).pageRun('debug.log')),
});
