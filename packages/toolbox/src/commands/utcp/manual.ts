import { choice, defineCommand, text, texts } from '@helve/command';
import { MANUAL_PROTOCOLS } from '@helve/doors';
import * as v from 'valibot';

const input = v.object({
  protocol: v.optional(
    choice(MANUAL_PROTOCOLS, 'How they are called: by starting helve, over the port of the service, or in-process'),
    'cli',
  ),
  modules: v.optional(texts('Only these modules; those of registered tools are left out unless they are named')),
  url: v.optional(text('For http: where the service listens'), 'http://127.0.0.1:9615'),
});

export type Input = v.InferOutput<typeof input>;

export const command = defineCommand({
  path: 'utcp manual',
  summary: 'A UTCP manual of our own commands, for any UTCP client',
  effect: 'inspect',
  input,
  output: v.object({ utcp_version: v.string(), manual_version: v.string(), tools: v.array(v.unknown()) }),
  examples: ['helve utcp manual', `helve utcp manual --protocol http --modules '["fs","git"]'`],
  run: async () => (await import('../../utcp/manual.ts')).ownManual,
  render: { person: (manual) => JSON.stringify(manual, null, 2), brief: ({ tools }) => `${tools.length} tools` },
});
