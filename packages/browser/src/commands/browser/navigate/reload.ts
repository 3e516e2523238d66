import { defineCommand } from '@helve/registry';
import * as v from 'valibot';
import { envelope } from '../../../envelope.ts';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser reload',
  summary: 'Load the page again',
  effect: 'execute',
  lives: 'home',
  envelope,
  input: v.object({ session }),
  output: ACTING.reload.data,
  examples: ['helve browser reload -s abc234'],
  run: async () => (await import('../../../perform.ts')).pageRun('reload'),
  render: { brief: ({ url, title }) => `${title} (${url})` },
});
