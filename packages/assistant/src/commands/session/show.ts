import { defineCommand, flag, integer, text } from '@helve/command';
import * as v from 'valibot';
import type { Shown } from '../../session/show.ts';
import { shownOutput } from '../../session/shown-output.ts';

export const command = defineCommand({
  path: 'session show',
  summary: 'What was said and done in a conversation with the assistant',
  effect: 'inspect',
  input: v.object({
    id: v.optional(text('The conversation, or the beginning of its id; by itself the latest here')),
    limit: v.optional(integer('How many of the latest items', { min: 1 }), 50),
    full: flag('Long texts too'),
  }),
  output: v.object({
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
  }),
  examples: ['helve session show', 'helve session show --limit 5 --full'],
  run: async () => (await import('../../session/show.ts')).showSession,
  render: { model: viewSession, person: viewSession, brief: ({ id, title }) => `${id}: ${title}` },
});

type ViewedSession = Pick<Shown, 'id' | 'title' | 'cwd' | 'updatedAt' | 'costUsd' | 'items' | 'earlier'>;

const SIGNS = { user: '>', assistant: '●', tool: '⏺', note: 'i', summary: '≡', stop: '■' } as const;

/** A conversation for a person at a terminal. */
export function viewSession({ id, title, cwd, updatedAt, costUsd, items, earlier }: ViewedSession): string {
  const head = [title, `${id} · ${cwd} · ${updatedAt}${costUsd > 0 ? ` · $${costUsd.toFixed(4)}` : ''}`];
  const before = earlier > 0 ? [`… ${earlier} earlier: --limit ${items.length + earlier}`] : [];
  const lines = items.map(({ kind, text }) => `${SIGNS[kind]} ${text.trimEnd().replaceAll('\n', '\n  ')}`);
  return [head.join('\n'), ...before, ...lines].join('\n\n');
}
