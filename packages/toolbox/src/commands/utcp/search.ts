import { defineCommand, integer, text, texts } from '@helve/command';
import * as v from 'valibot';
import { briefTools, viewTools } from '../../utcp/view.ts';

const input = v.object({
  query: text('Words of the name, the tags or the description; none: all'),
  tags: v.optional(texts('Only tools with one of these tags')),
  limit: v.optional(integer('The most tools to give', { min: 1, max: 1000 }), 10),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  tools: v.array(v.object({ name: v.string(), description: v.string(), tags: v.array(v.string()) })),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'utcp search',
  summary: 'Tools of the registered UTCP manuals that fit some words',
  effect: 'execute',
  input,
  output,
  examples: ['helve utcp search --query "weather forecast"'],
  run: async () => (await import('../../utcp/search.ts')).search,
  render: { model: viewTools, person: viewTools, brief: briefTools },
});
