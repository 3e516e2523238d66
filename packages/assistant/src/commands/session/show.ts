import { defineCommand, flag, integer, text } from '@helve/command';
import * as v from 'valibot';
import { shownOutput } from '../../session/shown-output.ts';
import { viewSession } from '../../session/view.ts';

export const command = defineCommand({
  path: 'session show',
  summary: 'What was said and done in a conversation with the assistant',
  effect: 'inspect',
  input: v.object({
    id: v.optional(text('The conversation, or the beginning of its id; by itself the latest here')),
    limit: v.optional(integer('How many of the latest items', { min: 1 }), 50),
    full: flag('Long texts too'),
  }),
  output: v.object({
    id: v.string(),
    title: v.string(),
    cwd: v.string(),
    begunAt: v.string(),
    updatedAt: v.string(),
    models: v.array(v.string()),
    answers: v.number(),
    costUsd: v.number(),
    usage: v.object({ input: v.number(), output: v.number(), cacheRead: v.number(), cacheWrite: v.number() }),
    forkedFrom: v.optional(v.string()),
    agentOf: v.optional(v.string()),
    ...shownOutput,
  }),
  examples: ['helve session show', 'helve session show --limit 5 --full'],
  run: async () => (await import('../../session/show.ts')).showSession,
  render: { model: viewSession, person: viewSession, brief: ({ id, title }) => `${id}: ${title}` },
});
