import { defineCommand, type Facts, integer, parameter, type Say, text, worded } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  sessionId: v.optional(text('Only commands entered in this session, also if it has ended')),
  query: v.optional(text('Only commands that contain this text, ignoring case')),
  limit: v.optional(integer('Maximum number of results', { min: 1, max: 10_000 }), 50),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  entries: v.array(
    v.union([
      v.object({
        at: v.string(),
        command: v.string(),
        workingDirectory: v.string(),
        status: v.picklist(['success', 'error', 'timeout', 'cancelled']),
        exitCode: v.nullable(v.number()),
        duration: v.number(),
      }),
      v.object({
        at: v.string(),
        command: v.string(),
        workingDirectory: v.string(),
        status: v.literal('entered'),
        exact: v.pipe(v.boolean(), v.description('False if keys may have changed the line')),
      }),
    ]),
  ),
  total: v.number(),
  omitted: v.number(),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal history',
  summary: 'List commands run by `terminal exec` or entered in a session, newest first, without secrets',
  effect: 'inspect',
  input,
  output,
  examples: [
    'helve terminal history',
    'helve terminal history --query "npm run"',
    'helve terminal history --session-id dev',
  ],
  run: async () => (await import('../../terminal/history.ts')).history,
  render: { model: viewHistory, person: viewHistory },
});

/** One line each: when, how it ended, and what it was. */
export function viewHistory({ entries, omitted }: Output, _input: object, _facts: Facts, say: Say): string {
  const lines = entries.map((entry) => {
    const { at, command, status } = entry;
    const end = entry.status === 'error' && entry.exitCode !== null ? `exit ${entry.exitCode}` : status;
    return `${at}  ${end.padEnd(9)}  ${command.replaceAll('\n', '\\n')}`;
  });
  if (omitted > 0)
    lines.push(say(worded`(${omitted} more left out; give a ${parameter('query')} or a larger ${parameter('limit')})`));
  return lines.length === 0 ? '(nothing was run)' : lines.join('\n');
}
