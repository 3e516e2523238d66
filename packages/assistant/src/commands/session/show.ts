import { defineCommand, type Facts, flag, integer, parameter, type Say, text, worded } from '@helve/command';
import * as v from 'valibot';
import type { Shown } from '../../session/show.ts';
import { shownOutput } from '../../session/shown-output.ts';

const output = v.object({
  id: v.string(),
  title: v.string(),
  cwd: v.string(),
  begunAt: v.string(),
  updatedAt: v.string(),
  models: v.array(v.string()),
  answers: v.number(),
  costUsd: v.number(),
  usage: v.object({ input: v.number(), output: v.number(), cacheRead: v.number(), cacheWrite: v.number() }),
  forkedFrom: v.optional(v.string()),
  agentOf: v.optional(v.string()),
  ...shownOutput,
});

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'session show',
  summary: 'Show a conversation with the assistant',
  effect: 'inspect',
  input: v.object({
    id: v.optional(text('Id of the conversation, or the start of it (default: the latest in this folder)')),
    limit: v.optional(integer('Number of latest items to show', { min: 1 }), 50),
    full: flag('Show long texts in full'),
  }),
  output,
  examples: ['helve session show', 'helve session show --limit 5 --full'],
  run: async () => (await import('../../session/show.ts')).showSession,
  render: { model: viewSession, person: viewSession, brief: ({ id, title }) => `${id}: ${title}` },
});

type ViewedSession = Pick<Shown, 'id' | 'title' | 'cwd' | 'updatedAt' | 'costUsd' | 'items' | 'earlier'>;

const SIGNS = { user: '>', assistant: '●', tool: '⏺', note: 'i', summary: '≡', stop: '■' } as const;

/** A conversation for a person at a terminal. */
export function viewSession(
  { id, title, cwd, updatedAt, costUsd, items, earlier }: ViewedSession,
  _input: object,
  _facts: Facts,
  say: Say,
): string {
  const head = [title, `${id} · ${cwd} · ${updatedAt}${costUsd > 0 ? ` · $${costUsd.toFixed(4)}` : ''}`];
  const before =
    earlier > 0 ? [say(worded`… ${earlier} earlier: ${parameter('limit')} ${items.length + earlier}`)] : [];
  const lines = items.map(({ kind, text }) => `${SIGNS[kind]} ${text.trimEnd().replaceAll('\n', '\n  ')}`);
  return [head.join('\n'), ...before, ...lines].join('\n\n');
}
