import { defineCommand, inKeeper } from '@helve/command';
import * as v from 'valibot';
import { briefList, viewList } from '../../../terminal/session/session-view.ts';

export const command = defineCommand({
  path: 'terminal session list',
  summary: 'The sessions there are, and those that are over and can still be read',
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
          unread: v.number(),
        }),
      ),
      v.readonly(),
    ),
  }),
  examples: ['helve terminal session list'],
  run: inKeeper(async () => (await import('../../../terminal/session/list.ts')).listSessions),
  render: { model: viewList, person: viewList, brief: briefList },
});
