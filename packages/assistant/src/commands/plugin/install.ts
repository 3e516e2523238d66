import { defineCommand, flag, text } from '@helve/command';
import * as v from 'valibot';
import { viewInstalled } from '../../plugins/view.ts';
import { installedOutput, settingsScope } from './outputs.ts';

export const command = defineCommand({
  path: 'plugin install',
  summary: 'Install and enable a plugin; this trusts everything it runs',
  effect: 'execute',
  approves: () => true,
  input: v.object({
    name: text('Plugin name, optionally with @marketplace, or a folder such as ./folder'),
    scope: settingsScope(),
    dryRun: flag('Show what it contains and runs, without installing it'),
  }),
  output: installedOutput,
  examples: ['helve plugin install --name audit@house', 'helve plugin install --name ./audit --dry-run'],
  run: async () => (await import('../../plugins/install.ts')).installPlugin,
  render: { model: viewInstalled, person: viewInstalled, brief: ({ id, version }) => `${id} ${version}` },
});
