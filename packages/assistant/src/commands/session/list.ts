import { defineCommand, flag, integer } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'session list',
  summary: 'Conversations with the assistant, the latest first',
  effect: 'inspect',
  input: v.object({
    all: flag('Those of all folders, not only of this one'),
    agents: flag('Those of subagents too'),
    limit: v.optional(integer('How many at most', { min: 1, max: 1000 }), 20),
  }),
  output: v.object({
    sessions: v.array(
      v.object({
        id: v.string(),
        title: v.string(),
        cwd: v.string(),
        begunAt: v.string(),
        updatedAt: v.string(),
        prompts: v.number(),
        answers: v.number(),
        costUsd: v.number(),
        agentOf: v.optional(v.string()),
      }),
    ),
    total: v.number(),
  }),
  examples: ['helve session list', 'helve session list --all --limit 5'],
  run: async () => (await import('../../session/list.ts')).listSessions,
  render: {
    person: ({ sessions, total }) =>
      sessions.length === 0
        ? 'There are no conversations here yet.'
        : [
            ...sessions.map(
              ({ id, title, updatedAt }) => `${id}  ${updatedAt.slice(0, 16).replace('T', ' ')}  ${title}`,
            ),
            ...(total > sessions.length ? [`… ${total - sessions.length} more: --limit ${total}`] : []),
          ].join('\n'),
    brief: ({ sessions, total }) => `${sessions.length} of ${total} conversations`,
  },
});
