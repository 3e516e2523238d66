import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { session } from '../parameters.ts';

export const command = defineCommand({
  path: 'browser reload',
  summary: 'Load the page again',
  effect: 'execute',
  input: v.object({ session }),
  output: v.object({ url: v.string(), title: v.string(), loadTime: v.number() }),
  examples: ['helve browser reload -s abc234'],
  run: inService(async () => (await import('../../perform.ts')).pageRun('reload')),
  render: { brief: ({ url, title }) => `${title} (${url})` },
});
