import {
  defineCommand,
  flag,
  flagOrUnset,
  inService,
  integer,
  json,
  path,
  shellLine,
  text,
  texts,
} from '@helve/command';
import * as v from 'valibot';
import { briefStart, viewStart } from '../../../terminal/session/session-view.ts';

const input = v.object({
  command: v.optional(shellLine('Command to run (default: a shell)')),
  workingDirectory: v.optional(path('read', 'Folder to start in')),
  sessionId: v.optional(text('Session id: up to 64 letters, digits, dots, dashes, underscores')),
  env: v.optional(json(v.record(v.string(), v.string()), 'Environment variables to set')),
  allowEnv: v.optional(texts('Variables to pass although they look like credentials')),
  sandbox: flagOrUnset('true: only in the sandbox; false: outside it, after approval'),
  network: flag('Give it network access in the sandbox'),
  cols: v.optional(integer('Columns', { min: 2, max: 1000 }), 80),
  rows: v.optional(integer('Rows', { min: 2, max: 1000 }), 24),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  status: v.literal('started'),
  sessionId: v.string(),
  pid: v.number(),
  shell: v.string(),
  workingDirectory: v.string(),
  initialOutput: v.string(),
  hint: v.string(),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal session start',
  summary: 'Start a shell or program in a terminal session that keeps running',
  effect: 'execute',
  input,
  subject: ({ sandbox, network }) => ({
    programs: { sandbox, wantsNetwork: network },
    starts: ({ sessionId }: Output) => `session ${sessionId}`,
  }),
  output,
  tool: {
    name: 'CliSession',
    set: 'cli',
    guidance: [
      'Starts a shell or one program on a terminal that stays open between calls. Use it for programs that run longer than 30 seconds or are interactive',
      '(REPLs, debuggers, vim, less), and for commands that share folder and variables. Then CliWrite to type, CliRead to read, CliStop when done.',
    ].join('\n'),
    only: ['command', 'workingDirectory', 'sessionId', 'env', 'sandbox'],
  },
  examples: [
    'helve terminal session start',
    'helve terminal session start --session-id dev --command "npm run dev"',
    'helve terminal session start --sandbox',
    'helve terminal session start --command python3 --cols 120 --rows 40',
  ],
  run: inService(async () => (await import('../../../terminal/session/start.ts')).startSession),
  render: { model: viewStart, person: viewStart, brief: briefStart },
});
