import { defineCommand, flag, inService, text } from '@helve/command';
import * as v from 'valibot';
import { briefStop, viewStop } from '../../../terminal/session/session-view.ts';

const input = v.object({
  sessionId: text('Session id'),
  force: flag("Force-kill processes that don't exit"),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  sessionId: v.string(),
  status: v.picklist(['stopped', 'still-running']),
  exitCode: v.nullable(v.number()),
  signal: v.optional(v.string()),
  finalOutput: v.string(),
  hasMore: v.boolean(),
  survivors: v.optional(v.pipe(v.array(v.object({ pid: v.number(), command: v.string() })), v.readonly())),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal session stop',
  summary: 'Stop a session and everything it started',
  effect: 'execute',
  input,
  subject: ({ sessionId }) => ({ ends: `session ${sessionId}` }),
  output,
  tool: {
    name: 'CliStop',
    set: 'cli',
    guidance: [
      'Ends a session and everything it started, and gives its last output and exit code. Always stop sessions when done.',
      'Without force, programs are asked to end (SIGTERM); status "still-running" lists those that would not: call again with force=true (SIGKILL).',
    ].join('\n'),
  },
  examples: ['helve terminal session stop --session-id dev', 'helve terminal session stop --session-id dev --force'],
  run: inService(async () => (await import('../../../terminal/session/stop.ts')).stopSession),
  render: { model: viewStop, person: viewStop, brief: briefStop },
});
