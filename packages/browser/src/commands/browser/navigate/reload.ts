import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser reload',
  summary: 'Reload the page',
  effect: 'execute',
  input: v.object({ session }),
  output: ACTING.reload.data,
  examples: ['helve browser reload -s abc234'],
  run: inService(async () => (await import('../../../perform.ts')).pageRun('reload')),
  render: { brief: ({ url, title }) => `${title} (${url})` },
});
