import { defineCommand } from '@helve/command';
import * as v from 'valibot';
import { printable } from '../../fs/paths/printable.ts';

const output = v.object({
  servers: v.array(
    v.object({ name: v.string(), command: v.string(), source: v.string(), extensions: v.array(v.string()) }),
  ),
});

export const command = defineCommand({
  path: 'code servers',
  summary: 'List the language servers of the settings and on the PATH',
  effect: 'inspect',
  input: v.object({}),
  output,
  examples: ['helve code servers'],
  run: async () => (await import('../../code/work.ts')).servers,
  render: {
    model: view,
    person: view,
    brief: ({ servers }) => `${servers.length} language servers`,
  },
});

function view({ servers }: v.InferOutput<typeof output>): string {
  if (servers.length === 0) return 'No language servers found';
  return servers
    .map(({ name, command: line, source, extensions }) =>
      printable(`${name}: ${line} (${source}): ${extensions.join(' ')}`),
    )
    .join('\n');
}
