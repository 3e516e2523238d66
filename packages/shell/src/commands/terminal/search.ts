import { defineCommand, type Facts, flag, integer, parameter, type Say, text, worded } from '@helve/command';
import * as v from 'valibot';
import type { SearchMatch } from '../../terminal/search.ts';

const input = v.object({
  query: text('Regular expression, matched line by line'),
  ignoreCase: flag('Ignore case'),
  sessionId: v.optional(text('Search only the output of this session, or its input when searching the history')),
  history: flag('Search the commands instead of their output'),
  limit: v.optional(integer('Maximum number of matches', { min: 1, max: 10_000 }), 50),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  matches: v.array(
    v.object({
      source: v.picklist(['output', 'session', 'history']),
      sessionId: v.optional(v.string()),
      file: v.string(),
      command: v.optional(v.pipe(v.string(), v.description('Run that printed it'))),
      at: v.optional(v.string()),
      line: v.number(),
      text: v.string(),
    }),
  ),
  files: v.number(),
  more: v.boolean(),
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'terminal search',
  summary: 'Search the output of commands and sessions, also what results omitted',
  effect: 'inspect',
  input,
  output,
  examples: [
    'helve terminal search --query "error TS\\d+"',
    'helve terminal search --query "npm (ci|install)" --history',
  ],
  run: async () => (await import('../../terminal/search.ts')).searchOutput,
  render: { model: viewSearch, person: viewSearch },
});

/** `file:line:text`, as grep prints it. */
export function viewSearch({ matches, files, more }: Output, _input: object, _facts: Facts, say: Say): string {
  if (matches.length === 0) return `(nothing in ${files} files)`;
  const lines = matches.map(
    ({ file, line, text, command }: SearchMatch) => `${command === undefined ? file : `[${command}]`}:${line}:${text}`,
  );
  const note = worded`(there are more; give a narrower ${parameter('query')} or a larger ${parameter('limit')})`;
  return [...lines, ...(more ? [say(note)] : [])].join('\n');
}
