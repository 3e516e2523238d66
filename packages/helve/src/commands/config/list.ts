import { defineCommand, flag } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'config list',
  summary: 'List the settings in effect, and those of the project that are not trusted',
  effect: 'inspect',
  input: v.object({ showOrigin: flag('Also show the file that each comes from') }),
  output: v.object({
    settings: v.array(v.object({ key: v.string(), value: v.unknown(), origin: v.optional(v.string()) })),
    leftOut: v.array(v.object({ file: v.string(), what: v.array(v.string()) })),
  }),
  examples: ['helve config list --show-origin'],
  run: async () => (await import('../../config/commands.ts')).list,
  render: {
    model: ({ settings, leftOut }) =>
      [
        ...settings.map(
          ({ key, value, origin }) => `${key} = ${JSON.stringify(value)}${origin ? `  (${origin})` : ''}`,
        ),
        ...leftOut.map(({ file, what }) => `not trusted: ${file}: ${what.join('; ')}`),
      ].join('\n'),
    brief: ({ settings }) => `${settings.length} settings`,
  },
});
