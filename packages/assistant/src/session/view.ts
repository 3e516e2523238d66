import type { Shown } from './show.ts';

type ViewedSession = Pick<Shown, 'id' | 'title' | 'cwd' | 'updatedAt' | 'costUsd' | 'items' | 'earlier'>;

const SIGNS = { user: '>', assistant: '●', tool: '⏺', note: 'i', summary: '≡', stop: '■' } as const;

/** A conversation for a person at a terminal. */
export function viewSession({ id, title, cwd, updatedAt, costUsd, items, earlier }: ViewedSession): string {
  const head = [title, `${id} · ${cwd} · ${updatedAt}${costUsd > 0 ? ` · $${costUsd.toFixed(4)}` : ''}`];
  const before = earlier > 0 ? [`… ${earlier} earlier: --limit ${items.length + earlier}`] : [];
  const lines = items.map(({ kind, text }) => `${SIGNS[kind]} ${text.trimEnd().replaceAll('\n', '\n  ')}`);
  return [head.join('\n'), ...before, ...lines].join('\n\n');
}
