import { defineCommand, flag, integer, text } from '@helve/command';
import * as v from 'valibot';
import type { SearchMatch } from '../../terminal/search.ts';

const input = v.object({
  query: text('A regular expression, looked for line by line'),
  ignoreCase: flag('Capital or small letters, alike'),
  sessionId: v.optional(text('Only what this session printed, or with --history what was entered in it')),
  history: flag('The commands that were run instead of what they printed'),
  limit: v.optional(integer('The most matches to give', { min: 1, max: 10_000 }), 50),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({
  matches: v.array(
    v.object({
      source: v.picklist(['output', 'session', 'history']),
      sessionId: v.optional(v.string()),
      file: v.string(),
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
  summary: 'Search what commands and sessions printed, also what results left out',
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
export function viewSearch({ matches, files, more }: Output): string {
  if (matches.length === 0) return `(nothing in ${files} files)`;
  const lines = matches.map(({ file, line, text }: SearchMatch) => `${file}:${line}:${text}`);
  return [...lines, ...(more ? ['(there are more; give a narrower --query or a larger --limit)'] : [])].join('\n');
}
