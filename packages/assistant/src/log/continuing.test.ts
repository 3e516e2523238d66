import { describe, expect, it } from 'vitest';
import { findModel } from '../model/models.ts';
import type { Entry } from './entry.ts';
import { continuing } from './continuing.ts';

const MODEL = findModel('claude-sonnet-4-6');
const TIME = '2026-01-01T00:00:00.000Z';
const answer = (usage: object, model = MODEL.id): Entry => ({
  id: 'a',
  parent: null,
  time: TIME,
  type: 'assistant',
  content: [],
  model,
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, ...usage },
});

describe('continuing', () => {
  it('costs what was cached as read, and all of it as written once the cache is gone', () => {
    const chain = [answer({ input: 10_000, output: 10_000, cacheRead: 80_000 })];
    const at = Date.parse(TIME);
    expect(continuing(chain, MODEL)).toEqual({
      cachedAt: at,
      expiresAt: at + 300_000,
      // 80,000 at $0.30, 20,000 at $3.75; 100,000 at $3.75 a million.
      withCache: expect.closeTo(0.024 + 0.075, 9),
      withoutCache: expect.closeTo(0.375, 9),
    });
  });

  it.each([
    ['the provider reports no cache', [answer({ input: 100 })]],
    ['another model answered', [answer({ cacheRead: 100 }, 'claude-haiku-4-5')]],
    ['nothing was said', []],
    [
      'the conversation was compacted since',
      [
        answer({ cacheRead: 100 }),
        { id: 'c', parent: 'a', time: TIME, type: 'compaction', summary: '', keepFrom: null },
      ],
    ],
  ] as const)('is not known where %s', (_, chain) => {
    expect(continuing(chain as readonly Entry[], MODEL)).toBeUndefined();
  });
});
