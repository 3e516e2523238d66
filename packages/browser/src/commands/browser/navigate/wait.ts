import { choice, defineCommand, inService, integer, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING, WAIT_STRATEGIES } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';

export const input = v.object({
  session,
  strategy: choice(
    WAIT_STRATEGIES,
    'An element that can be seen, an address, an address and its page, a text, the end of loading, or of all changes',
  ),
  target: v.optional(text('Selector, URL (* matches anything) or text to wait for')),
  waitMs: v.optional(
    integer('Time to wait in milliseconds (default: the timeout of the call, or 5000)', { min: 1, max: 2_000_000_000 }),
  ),
});

export const command = defineCommand({
  path: 'browser wait',
  summary: 'Wait for a condition; a timeout is not an error',
  effect: 'inspect',
  overtime: 2_000,
  input,
  output: ACTING.wait.data,
  tool: {
    name: 'BrowserWait',
    set: 'browser',
    guidance: 'Waits for a selector, an address, a text, or a load.',
    only: ['session', 'strategy', 'target', 'waitMs'],
    rename: { waitMs: 'timeout' },
  },
  examples: [
    'helve browser wait -s abc234 --strategy selector --target ".result" --timeout 10000',
    'helve browser wait -s abc234 --strategy text-gone --target "Loading"',
  ],
  run: inService(async () => (await import('../../../navigate/wait.ts')).wait),
});
