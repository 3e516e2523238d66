import { defineCommand, integer, text } from '@helve/registry';
import * as v from 'valibot';
import { envelope } from '../../../envelope.ts';
import { TABS } from '../../../protocol/tabs.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser debug log',
  summary: 'What the extension did lately',
  effect: 'inspect',
  lives: 'home',
  envelope,
  input: v.object({
    session,
    id: v.optional(text('Only the request with this id')),
    limit: v.optional(integer('How many', { min: 1, max: 200 }), 50),
  }),
  output: TABS['debug.log'].data,
  examples: ['helve browser debug log -s abc234'],
  run: async () => (await import('../../../perform.ts')).pageRun('debug.log'),
});
