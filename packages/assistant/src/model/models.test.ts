import { expect, it } from 'vitest';
import { Draft } from './draft.ts';
import { findModel } from './models.ts';
import { costOf } from './usage.ts';

it.each([
  ['claude-opus-4-6', 'Claude Opus 4.6', 1_000_000, 128_000],
  ['claude-sonnet-4-6', 'Claude Sonnet 4.6', 1_000_000, 64_000],
  ['claude-haiku-4-5-20251001', 'Claude Haiku 4.5', 200_000, 64_000],
  ['gpt-4.1-2025-04-14', 'GPT-4.1', 1_000_000, 32_768],
  ['somebody/else', 'somebody/else', 128_000, 8_192],
  ['claude-next-9', 'claude-next-9', 200_000, 64_000],
  ['openai/gpt-6', 'openai/gpt-6', 400_000, 128_000],
  ['o9-mini', 'o9-mini', 200_000, 100_000],
  ['claudette', 'claudette', 128_000, 8_192],
])('%s is known, or taken for something safe', (id, name, window, maxOutput) => {
  expect(findModel(id)).toMatchObject({ id, name, window, maxOutput });
});

it('settings may say more of a model, or something else', () => {
  const model = findModel('local', { window: 32_000, images: true, prices: { input: 1 } });
  expect(model).toMatchObject({ window: 32_000, images: true, maxOutput: 8_192, prices: { input: 1, output: 0 } });
  const usage = { input: 2_000_000, output: 5, cacheRead: 0, cacheWrite: 0 };
  expect(costOf(usage, model)).toBe(2);
  expect(costOf(usage, findModel('unknown'))).toBeUndefined();
  const searches = [{ prices: { input: 1 } }, { prices: { search: 2 } }].map((said) => findModel('local', said));
  expect(searches.map(({ prices }) => prices?.search)).toEqual([0.01, 2]);
});

it('an answer that broke off keeps its words and not its calls', () => {
  const draft = new Draft('m');
  draft.add({ type: 'text', text: 'I will' });
  draft.add({ type: 'toolCall', id: 'c', name: 'Read' });
  draft.add({ type: 'toolInput', id: 'c', json: '{"a"' });
  expect(draft.answer().content).toEqual([{ type: 'text', text: 'I will' }]);
  draft.add({ type: 'toolInput', id: 'c', json: ':1}' });
  draft.add({ type: 'end', reason: 'toolCalls' });
  expect(draft.answer().content[1]).toEqual({ type: 'toolCall', id: 'c', name: 'Read', input: { a: 1 } });
});
