import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser back',
  summary: 'Go back one page in the history of the tab',
  effect: 'execute',
  input: v.object({ session }),
  output: ACTING.back.data,
  examples: ['helve browser back -s abc234'],
  run: inService(async () => (await import('../../../perform.ts')).pageRun('back')),
  render: { brief: ({ url, title }) => `${title} (${url})` },
});
