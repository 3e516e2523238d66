import { type Entry, type Item, todosOf, transcriptOf } from '@helve/assistant';
import { MarkdownStream } from '../markdown/stream.ts';
import type { Finished } from '../state/state.ts';
import { toToolView } from '../state/tool-view.ts';
import type { App } from './app.ts';

/** What is shown of a conversation that goes on; all of it is in its log. */
const MOST_ITEMS = 100;

/** Prints what was said before, as it was printed then. */
export function printTranscript(app: App, chain: readonly Entry[]): void {
  const items = transcriptOf(chain);
  if (items.length === 0) return;
  const left = items.length - MOST_ITEMS;
  const byEntry = byEntryOf(items.slice(-MOST_ITEMS));
  const shown = [...finishedOf(chain, byEntry)].reduce<readonly Finished[]>(inBatches, []);
  const more: readonly Finished[] =
    left > 0 ? [{ kind: 'notice', tone: 'muted', text: `${left} earlier items are in the log: /export` }] : [];
  app.dispatch({ type: 'print', items: [...more, ...shown] });
  app.dispatch({ type: 'todos', todos: todosOf(chain) });
  countMessages(app, chain);
}

/** What is shown of each entry, and at the end of each turn what it took. */
function* finishedOf(chain: readonly Entry[], items: ReadonlyMap<string, readonly Item[]>): Generator<Finished> {
  let turn: { readonly from: string; readonly cost: number } | undefined;
  for (const entry of chain) {
    const shown = items.get(entry.id) ?? [];
    yield* shown.flatMap(toFinished);
    if (entry.type === 'user' && entry.origin === 'prompt')
      turn = shown.length > 0 ? { from: entry.time, cost: 0 } : undefined;
    if (turn && 'cost' in entry) turn = { ...turn, cost: turn.cost + (entry.cost ?? 0) };
    if (entry.type !== 'turnEnd' || !turn) continue;
    yield { kind: 'turn', duration: Math.max(0, Date.parse(entry.time) - Date.parse(turn.from)), cost: turn.cost };
    turn = undefined;
  }
}

/** Counts the messages anew, where others than those that come and go with turns are in the conversation now. */
export function countMessages(app: App, chain: readonly Entry[]): void {
  const messages = chain.filter(({ type }) => type === 'user' || type === 'assistant').length;
  app.dispatch({ type: 'status', status: { messages } });
}

function byEntryOf(items: readonly Item[]): ReadonlyMap<string, readonly Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items) found.set(item.entry, [...(found.get(item.entry) ?? []), item]);
  return found;
}

function toFinished(item: Item): readonly Finished[] {
  switch (item.kind) {
    case 'user':
      return [{ kind: 'user', text: item.text }];
    case 'assistant': {
      const thoughts: readonly Finished[] = item.thinking === '' ? [] : [{ kind: 'thought', text: item.thinking }];
      if (item.text === '') return thoughts;
      const stream = new MarkdownStream();
      stream.append(item.text);
      stream.finish();
      return [
        ...thoughts,
        { kind: 'label' },
        ...stream.takeFinished().map((block): Finished => ({ kind: 'answer', block })),
      ];
    }
    case 'tool': {
      const { entry, name, input, outcome = 'cancelled', result: output, durationMs: duration } = item;
      const brief = item.outcome ? item.brief : 'No result: the process ended first.';
      return [
        {
          kind: 'tools',
          tools: [{ ...toToolView({ id: entry, name, input }), state: outcome, brief, output, duration }],
        },
      ];
    }
    case 'summary':
      return [{ kind: 'notice', tone: 'success', text: 'Context compressed.' }];
    case 'stop':
      return [{ kind: 'notice', tone: 'warning', text: item.text }];
    case 'note':
      return [];
  }
}

/** Calls of the same answer stand together, as they did when they were made. */
function inBatches(before: readonly Finished[], item: Finished): readonly Finished[] {
  const last = before.at(-1);
  const isSame = item.kind === 'tools' && last?.kind === 'tools' && item.tools[0]?.id === last.tools[0]?.id;
  if (!isSame) return [...before, item];
  return [...before.slice(0, -1), { kind: 'tools', tools: [...last.tools, ...item.tools] }];
}
