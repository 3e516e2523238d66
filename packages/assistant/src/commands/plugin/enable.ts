import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { installedName, settingsScope } from './outputs.ts';

export const command = defineCommand({
  path: 'plugin enable',
  summary: 'Enable an installed plugin',
  effect: 'execute',
  approves: () => true,
  input: v.object({ name: installedName(), scope: settingsScope() }),
  output: v.object({ id: v.string(), enabled: v.boolean() }),
  examples: ['helve plugin enable --name audit'],
  run: async () => {
    const { setEnabled } = await import('../../plugins/installed.ts');
    return (input, context) => setEnabled({ ...input, on: true }, context);
  },
  render: { person: ({ id, enabled }) => `${id} is ${enabled ? 'on' : 'off'}`, brief: ({ id }) => id },
});
