import { type Entry, type Item, transcriptOf } from '@helve/assistant';
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
  const shown = items.slice(-MOST_ITEMS).flatMap(toFinished).reduce<readonly Finished[]>(inBatches, []);
  const more: readonly Finished[] =
    left > 0 ? [{ kind: 'notice', tone: 'muted', text: `${left} earlier items are in the log: /export` }] : [];
  app.dispatch({ type: 'print', items: [...more, ...shown] });
  countMessages(app, chain);
}

/** Counts the messages anew, where others than those that come and go with turns are in the conversation now. */
export function countMessages(app: App, chain: readonly Entry[]): void {
  const messages = chain.filter(({ type }) => type === 'user' || type === 'assistant').length;
  app.dispatch({ type: 'status', status: { messages } });
}

function toFinished(item: Item): readonly Finished[] {
  switch (item.kind) {
    case 'user':
      return [{ kind: 'user', text: item.text }];
    case 'assistant': {
      if (item.text === '') return [];
      const stream = new MarkdownStream();
      stream.append(item.text);
      stream.finish();
      return [{ kind: 'label' }, ...stream.takeFinished().map((block): Finished => ({ kind: 'answer', block }))];
    }
    case 'tool': {
      const { entry, name, input, outcome = 'cancelled', result: output } = item;
      const brief = item.outcome ? item.brief : 'No result: the process ended first.';
      return [{ kind: 'tools', tools: [{ ...toToolView({ id: entry, name, input }), state: outcome, brief, output }] }];
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
