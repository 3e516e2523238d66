import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { installedName } from './outputs.ts';

export const command = defineCommand({
  path: 'plugin uninstall',
  summary: 'Uninstall a plugin and revoke its trust',
  effect: 'execute',
  input: v.object({ name: installedName() }),
  output: v.object({ id: v.string(), version: v.string() }),
  examples: ['helve plugin uninstall --name audit'],
  run: async () => {
    const { uninstallPlugin } = await import('../../plugins/installed.ts');
    return ({ name }, context) => uninstallPlugin(name, context);
  },
  render: { person: ({ id, version }) => `${id} ${version} is gone`, brief: ({ id }) => id },
});
