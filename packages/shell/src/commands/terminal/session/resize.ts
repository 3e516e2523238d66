import { defineCommand, inService, integer, text } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  sessionId: text('Session id'),
  cols: integer('Columns', { min: 2, max: 1000 }),
  rows: integer('Rows', { min: 2, max: 1000 }),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({ sessionId: v.string(), status: v.literal('resized'), cols: v.number(), rows: v.number() });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal session resize',
  summary: 'Resize the terminal of a session',
  effect: 'execute',
  input,
  output,
  examples: ['helve terminal session resize --session-id dev --cols 120 --rows 40'],
  run: inService(async () => (await import('../../../terminal/session/resize.ts')).resizeSession),
  render: {
    person: ({ sessionId, cols, rows }) => `${sessionId} is ${cols}×${rows} now`,
    brief: ({ sessionId, cols, rows }) => `${sessionId}: ${cols}×${rows}`,
  },
});
