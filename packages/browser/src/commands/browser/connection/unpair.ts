import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';

export const input = v.object({ name: text('Name of the browser') });

export const command = defineCommand({
  path: 'browser unpair',
  summary: "Revoke a browser's access and end its sessions",
  effect: 'execute',
  input,
  output: v.object({ name: v.string(), unpaired: v.literal(true) }),
  examples: ['helve browser unpair --name work'],
  run: inService(async () => (await import('../../../connection/launch.ts')).unpairBrowser),
});
