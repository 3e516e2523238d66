import { defineCommand, inService, path, text } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  sessionId: text('Session id'),
  to: path('write', 'File to write, usually *.cast'),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  sessionId: v.string(),
  path: v.string(),
  format: v.literal('asciicast-v2'),
  bytes: v.number(),
  dropped: v.optional(v.pipe(v.number(), v.description('Bytes at the start that are no longer kept'))),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal session export',
  summary: 'Export the recording of a session as an asciicast file',
  effect: 'modify',
  input,
  subject: ({ sessionId }) => ({ reads: `session ${sessionId}` }),
  output,
  examples: ['helve terminal session export --session-id dev --to dev.cast'],
  run: inService(async () => (await import('../../../terminal/session/export.ts')).exportSession),
  render: {
    person: ({ sessionId, path, dropped }) =>
      `The recording of ${sessionId}${dropped === undefined ? '' : ` without its first ${dropped} bytes`} is in ${path}; play it: asciinema play ${path}`,
    brief: ({ sessionId, path }) => `${sessionId} → ${path}`,
  },
});
