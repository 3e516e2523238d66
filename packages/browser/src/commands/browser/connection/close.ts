import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { profile } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser close',
  summary: 'Close a browser that was started with launch',
  effect: 'execute',
  input: v.object({ profile }),
  output: v.object({ browser: v.string(), closed: v.boolean() }),
  examples: ['helve browser close'],
  run: inService(async () => (await import('../../../connection/launch.ts')).closeBrowser),
});
