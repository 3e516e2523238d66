import { defineCommand, flag, inKeeper, integer, text } from '@helve/command';
import * as v from 'valibot';
import { briefWrite, viewWrite } from '../../../terminal/session/session-view.ts';
import { sessionState } from './state.ts';

const input = v.object({
  sessionId: text('The session'),
  input: text('Text with keys in braces: "ls{enter}", "{ctrl+c}"; {{ is a brace, a newline is {enter}', {
    large: true,
  }),
  timeoutSeconds: v.optional(integer('Seconds to wait for an answer', { min: 0, max: 3600 }), 5),
  paste: flag('Paste the input as it is: braces name no keys'),
  secret: v.optional(text('The secret, or environment variable, whose value is typed for {secret} and never shown')),
  dryRun: flag('Type nothing; tell which lines the shell of the session would be given'),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  sessionId: v.string(),
  status: v.picklist(['sent', 'partly-sent', 'not-sent']),
  responseOutput: v.string(),
  ...sessionState,
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
  summary: 'Type text and keys into a session, and see what it answers',
  effect: { most: 'execute', of: ({ dryRun }) => (dryRun ? 'inspect' : 'execute') },
  subject: (given) => ({
    typing: {
      peek: { ...given, dryRun: true },
      lines: ({ foreseen }) => foreseen && { ...foreseen, text: foreseen.lines.join('\n') },
    },
  }),
  input,
  output,
  tool: {
    name: 'CliWrite',
    set: 'cli',
    guidance: [
      'Types into a session and gives what it printed next. Nothing is run until you send {enter} (or a newline).',
      'Keys: {enter} {up} {down} {left} {right} {tab} {backspace} {escape} {ctrl+c} {ctrl+d}, also {home} {end} {pageup} {pagedown} {insert} {delete} {f1}–{f12} {space} {ctrl+x} {alt+x} {shift+tab}. {{ is a literal brace.',
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
  run: inKeeper(async () => (await import('../../../terminal/session/write.ts')).writeSession),
  render: { model: viewWrite, person: viewWrite, brief: briefWrite },
});
