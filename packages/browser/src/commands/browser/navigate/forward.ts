import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser forward',
  summary: 'Go forward one page in the history of the tab',
  effect: 'execute',
  input: v.object({ session }),
  output: ACTING.forward.data,
  examples: ['helve browser forward -s abc234'],
  run: inService(async () => (await import('../../../perform.ts')).pageRun('forward')),
  render: { brief: ({ url, title }) => `${title} (${url})` },
});
