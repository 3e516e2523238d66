import { expect, it } from 'vitest';
import { ConversationLog } from '../log/conversation-log.ts';
import { NO_USAGE } from '../model/usage.ts';
import { tempHome } from '../testing/temp-home.ts';
import { spendingOf } from './spending.ts';

it('adds up answers, summaries and searches by day and model', async () => {
  const home = await tempHome();
  const usage = { ...NO_USAGE, input: 10 };
  const days = ['2026-11-15', '2026-11-16'].map((day) => Date.parse(`${day}T12:00:00Z`));
  for (const day of days) {
    const log = ConversationLog.create({ home, cwd: home, now: () => day });
    log.append({ type: 'assistant', content: [], model: 'big', usage, cost: 1 });
    log.append({ type: 'compaction', summary: 'So far', keepFrom: null, usage, cost: 2 });
    log.append({ type: 'spent', what: 'search', model: 'small', usage, cost: 4, searches: 2, searchCost: 3 });
    log.append({ type: 'user', origin: 'prompt', content: [{ type: 'text', text: 'an "assistant"' }] });
    log.close();
    // A copy costs nothing.
    ConversationLog.create({ home, cwd: home, now: () => day, begin: log.chain() }).save();
  }
  const big = { model: 'big', answers: 1, usage: { ...usage, input: 20 }, cost: 3, searches: 0, searchCost: 0 };
  const small = { model: 'small', answers: 0, usage, cost: 4, searches: 2, searchCost: 3 };
  expect(await spendingOf(home, home)).toEqual([
    { day: '2026-11-15', ...big },
    { day: '2026-11-15', ...small },
    { day: '2026-11-16', ...big },
    { day: '2026-11-16', ...small },
  ]);
});
