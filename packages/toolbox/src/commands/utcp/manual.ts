import { choice, defineCommand, texts, url } from '@helve/command';
import { MANUAL_PROTOCOLS } from '@helve/doors';
import * as v from 'valibot';

const input = v.object({
  protocol: v.optional(
    choice(MANUAL_PROTOCOLS, 'How tools are called: by starting helve, over HTTP, or in-process'),
    'cli',
  ),
  modules: v.optional(texts('Modules to include (default: all but those of registered tools)')),
  url: v.optional(url('For http: URL of the service'), 'http://127.0.0.1:9615'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'utcp manual',
  summary: "Print a UTCP manual of helve's own commands, for any UTCP client",
  effect: 'inspect',
  input,
  output: v.object({ utcp_version: v.string(), manual_version: v.string(), tools: v.array(v.unknown()) }),
  examples: ['helve utcp manual', `helve utcp manual --protocol http --modules '["fs","git"]'`],
  run: async () => (await import('../../utcp/manual.ts')).ownManual,
  render: { person: (manual) => JSON.stringify(manual, null, 2), brief: ({ tools }) => `${tools.length} tools` },
});
