import { expect, it } from 'vitest';
import type { EntryOf } from '../../log/entry.ts';
import { findModel } from '../../model/models.ts';
import type { ModelEvent, ModelRequest } from '../../model/provider.ts';
import { replayProvider } from './provider.ts';

const ANSWER: EntryOf<'assistant'> = {
  id: 'a',
  parent: null,
  time: '2026-01-01T00:00:00.000Z',
  type: 'assistant',
  model: 'recorded',
  usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
  content: [{ type: 'text', text: 'Two  words,\n\nthen more.\n' }],
};

const REQUEST: ModelRequest = { model: findModel('recorded'), system: '', tools: [], messages: [] };

async function textsOf(wordMs: number | undefined, signal = new AbortController().signal): Promise<readonly string[]> {
  const texts: string[] = [];
  const events: AsyncIterable<ModelEvent> = replayProvider([ANSWER], wordMs === undefined ? {} : { wordMs }).stream(
    REQUEST,
    { signal },
  );
  for await (const event of events) if (event.type === 'text') texts.push(event.text);
  return texts;
}

it('says a recorded answer at once, or word by word where somebody reads along', async () => {
  expect(await textsOf(undefined)).toEqual(['Two  words,\n\nthen more.\n']);
  expect(await textsOf(1)).toEqual(['Two', '  words,', '\n\nthen', ' more.', '\n']);
});

it('does not go on with a word when it is stopped', async () => {
  const stop = new AbortController();
  const said = textsOf(1_000_000, stop.signal);
  stop.abort(new Error('enough'));
  await expect(said).rejects.toThrow('enough');
});
