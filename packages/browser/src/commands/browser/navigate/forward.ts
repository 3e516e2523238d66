import { defineCommand } from '@helve/registry';
import * as v from 'valibot';
import { envelope } from '../../../envelope.ts';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser forward',
  summary: 'Go one page forward in the history of the tab',
  effect: 'execute',
  lives: 'home',
  envelope,
  input: v.object({ session }),
  output: ACTING.forward.data,
  examples: ['helve browser forward -s abc234'],
  run: async () => (await import('../../../perform.ts')).pageRun('forward'),
  render: { brief: ({ url, title }) => `${title} (${url})` },
});
