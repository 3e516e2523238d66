import { choice, defineCommand, inService, integer, text } from '@helve/command';
import * as v from 'valibot';
import { briefRead, viewRead } from '../../../terminal/session/session-view.ts';
import { sessionState } from './state.ts';

const input = v.object({
  sessionId: text('Session id'),
  timeoutSeconds: v.optional(integer('Seconds to wait for output', { min: 0, max: 3600 }), 5),
  maxBytes: v.optional(integer('Maximum number of bytes', { min: 16, max: 16_777_216 }), 65_536),
  view: v.optional(choice(['text', 'screen', 'raw'], 'New output as clean text or raw, or the screen'), 'text'),
  until: v.optional(text('Wait for idle, exit, prompt, or a /regular expression/ (default: any output)')),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  sessionId: v.string(),
  output: v.string(),
  dropped: v.optional(v.pipe(v.number(), v.description('Bytes that were dropped because they were not read in time'))),
  ...sessionState,
  screen: v.optional(
    v.object({
      rows: v.pipe(v.array(v.string()), v.readonly()),
      cursor: v.object({ row: v.number(), column: v.number() }),
      alternate: v.boolean(),
      cols: v.number(),
      rowsCount: v.number(),
      title: v.string(),
    }),
  ),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal session read',
  summary: 'Read new output of a session, or its screen',
  effect: 'inspect',
  input,
  subject: ({ sessionId }) => ({ reads: `session ${sessionId}` }),
  output,
  tool: {
    name: 'CliRead',
    set: 'cli',
    guidance: [
      'Reads what a session printed since the last read; waits up to timeout seconds for something new. Works after the program has ended, too.',
      'hasMore: call again. isRunning: it goes on. waitingForInput: it waits for you, use CliWrite; evidence "echo-off" means it asks for a password.',
      'until (idle, exit, prompt, or /regular expression/) waits in one call instead of polling; reason says what ended the wait.',
      'view "screen" gives the window as a person sees it, for vim, less, menus.',
    ].join('\n'),
    rename: { timeoutSeconds: 'timeout' },
  },
  examples: [
    'helve terminal session read --session-id dev',
    'helve terminal session read --session-id dev --until "/listening/" --timeout-seconds 60',
    'helve terminal session read --session-id dev --view screen',
  ],
  run: inService(async () => (await import('../../../terminal/session/read.ts')).readSession),
  render: { model: viewRead, person: viewRead, brief: briefRead },
});
