import { defineCommand, flag, integer, parameter, worded } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'session list',
  summary: 'List conversations with the assistant, latest first',
  effect: 'inspect',
  input: v.object({
    all: flag('Include conversations of all folders'),
    agents: flag('Include conversations of subagents'),
    prompts: flag('Include what the user said, the first 300 characters of each prompt'),
    limit: v.optional(integer('Maximum number of results', { min: 1, max: 1000 }), 20),
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
        said: v.optional(v.array(v.string())),
      }),
    ),
    total: v.number(),
  }),
  examples: ['helve session list', 'helve session list --all --limit 5'],
  run: async () => (await import('../../session/list.ts')).listSessions,
  render: {
    person: ({ sessions, total }, _input, _facts, say) =>
      sessions.length === 0
        ? 'There are no conversations here yet.'
        : [
            ...sessions.map(
              ({ id, title, updatedAt }) => `${id}  ${updatedAt.slice(0, 16).replace('T', ' ')}  ${title}`,
            ),
            ...(total > sessions.length
              ? [say(worded`… ${total - sessions.length} more: ${parameter('limit')} ${total}`)]
              : []),
          ].join('\n'),
    brief: ({ sessions, total }) => `${sessions.length} of ${total} conversations`,
  },
});
