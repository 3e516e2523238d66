import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { briefList, viewList } from '../../../terminal/session/session-view.ts';

export const command = defineCommand({
  path: 'terminal session list',
  summary: 'List sessions, also ended ones that can still be read',
  effect: 'inspect',
  input: v.object({}),
  output: v.object({
    sessions: v.pipe(
      v.array(
        v.object({
          sessionId: v.string(),
          status: v.picklist(['running', 'exited']),
          pid: v.number(),
          command: v.nullable(v.string()),
          shell: v.string(),
          workingDirectory: v.string(),
          startedAt: v.string(),
          exitCode: v.nullable(v.number()),
          owner: v.optional(v.pipe(v.number(), v.description('Process id of the MCP server that it ends with'))),
          unread: v.number(),
        }),
      ),
      v.readonly(),
    ),
  }),
  examples: ['helve terminal session list'],
  run: inService(async () => (await import('../../../terminal/session/list.ts')).listSessions),
  render: { model: viewList, person: viewList, brief: briefList },
});
