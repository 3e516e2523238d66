import { defineCommand, flag, inService, integer, text } from '@helve/command';
import * as v from 'valibot';
import { briefWrite, viewWrite } from '../../../terminal/session/session-view.ts';
import { sessionState } from './state.ts';

const input = v.object({
  sessionId: text('Session id'),
  input: text('Text with keys in braces: "ls{enter}", "{ctrl+c}"; other braces are text, a newline is {enter}', {
    large: true,
  }),
  timeoutSeconds: v.optional(integer('Seconds to wait for a response', { min: 0, max: 3600 }), 5),
  paste: flag('Paste the input literally; braces are not keys'),
  secret: v.optional(text('Secret or environment variable to type for {secret}, never shown')),
  dryRun: flag('Type nothing; return the lines that the shell would receive'),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  sessionId: v.string(),
  status: v.picklist(['sent', 'partly-sent', 'not-sent']),
  responseOutput: v.string(),
  delivered: v.optional(
    v.pipe(v.object({ bytes: v.number(), of: v.number() }), v.description('How much of the input arrived, if not all')),
  ),
  ...sessionState,
  confined: v.optional(v.pipe(v.boolean(), v.description('The session runs in the sandbox'))),
  foreseen: v.optional(
    v.object({
      lines: v.array(v.string()),
      doubt: v.optional(v.string()),
      workingDirectory: v.string(),
    }),
  ),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal session write',
  summary: 'Type text and keys into a session, and return its response',
  effect: { most: 'execute', of: ({ dryRun }) => (dryRun ? 'inspect' : 'execute') },
  subject: (given) => ({
    typing: {
      peek: { ...given, dryRun: true },
      lines: ({ foreseen }) => foreseen && { ...foreseen, text: foreseen.lines.join('\n') },
      confined: ({ confined }) => confined === true,
    },
  }),
  input,
  output,
  tool: {
    name: 'CliWrite',
    set: 'cli',
    guidance: [
      'Types into a session and gives what it printed next. Nothing is run until you send {enter} (or a newline).',
      'Keys: {enter} {up} {down} {left} {right} {tab} {backspace} {escape} {ctrl+c} {ctrl+d}, also {home} {end} {pageup} {pagedown} {insert} {delete} {f1}–{f12} {space} {ctrl+x} {alt+x} {shift+tab}. Other braces are typed as they are; {{enter} types "{enter}".',
      'Examples: "npm test{enter}", "y{enter}", "{down}{down}{enter}", "{ctrl+c}".',
      'Passwords: secret="NAME" and input="{secret}{enter}" type that secret or environment variable without showing it.',
    ].join('\n'),
    rename: { timeoutSeconds: 'timeout' },
    only: ['sessionId', 'input', 'timeoutSeconds', 'paste', 'secret'],
  },
  examples: [
    'helve terminal session write --session-id dev --input "npm test{enter}"',
    'helve terminal session write --session-id dev --input "{ctrl+c}"',
    'helve terminal session write --session-id dev --secret DB_PASSWORD --input "{secret}{enter}"',
  ],
  run: inService(async () => (await import('../../../terminal/session/write.ts')).writeSession),
  render: { model: viewWrite, person: viewWrite, brief: briefWrite },
});
