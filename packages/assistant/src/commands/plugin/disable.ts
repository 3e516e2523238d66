import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { installedName, settingsScope } from './outputs.ts';

export const command = defineCommand({
  path: 'plugin disable',
  summary: 'Disable a plugin without uninstalling it',
  effect: 'execute',
  input: v.object({ name: installedName(), scope: settingsScope() }),
  output: v.object({ id: v.string(), enabled: v.boolean() }),
  examples: ['helve plugin disable --name audit'],
  run: async () => {
    const { setEnabled } = await import('../../plugins/installed.ts');
    return (input, context) => setEnabled({ ...input, on: false }, context);
  },
  render: { person: ({ id, enabled }) => `${id} is ${enabled ? 'on' : 'off'}`, brief: ({ id }) => id },
});
