import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';
import { viewInstalled } from '../../plugins/view.ts';
import { installedOutput, settingsScope } from './outputs.ts';

export const command = defineCommand({
  path: 'plugin install',
  summary: 'Install a plugin and turn it on, which is to consent to all that it runs',
  effect: 'execute',
  input: v.object({
    name: text('Its name, with @ and the marketplace if need be; or a folder, as ./folder or /folder'),
    scope: settingsScope(),
    dryRun: flag('Only show what it would bring and run'),
  }),
  output: installedOutput,
  examples: ['helve plugin install --name audit@house', 'helve plugin install --name ./audit --dry-run'],
  run: async () => (await import('../../plugins/install.ts')).installPlugin,
  render: { model: viewInstalled, person: viewInstalled, brief: ({ id, version }) => `${id} ${version}` },
});
