import { defineCommand } from '@helve/registry';
import * as v from 'valibot';
import { envelope } from '../../../envelope.ts';
import { profile } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser close',
  summary: 'End a browser that was started with launch',
  effect: 'execute',
  lives: 'home',
  envelope,
  input: v.object({ profile }),
  output: v.object({ browser: v.string(), closed: v.boolean() }),
  examples: ['helve browser close'],
  run: async () => (await import('../../../connection/launch.ts')).closeBrowser,
});
