import fc from 'fast-check';
import type { EntryBody } from '../log/entry.ts';
import { NO_USAGE } from '../model/usage.ts';

/** Few ids and names, so that they meet; and some that no provider takes. */
const id = fc.constantFrom('a', 'b', 'c', 'call|1 ü', '', 'x'.repeat(80));
const name = fc.constantFrom('Read', 'Bash', 'no such tool!', '', 'N'.repeat(100));
const words = fc.constantFrom('', ' \n', 'hello', 'ü🪓 x'.repeat(20));
const text = words.map((value) => ({ type: 'text' as const, text: value }));
const media = fc.constantFrom('image/png', 'application/pdf').map((mediaType) => ({
  type: 'media' as const,
  mediaType,
  data: 'aGk=',
}));
const thinking = fc.record({
  type: fc.constant('thinking' as const),
  text: words,
  signature: fc.constantFrom('sig', '{"id":"rs","encrypted":"x"}'),
  by: fc.constantFrom('claude-sonnet-4-6', 'gpt-5.2', 'other'),
});
const call = fc.record({
  type: fc.constant('toolCall' as const),
  id,
  name,
  input: fc.constantFrom({}, { path: 'a' }),
});

/** Whatever may stand in a log: also what crashes, cancellations and other programs leave. */
export const arbitraryBodies: fc.Arbitrary<readonly EntryBody[]> = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant('user' as const),
      origin: fc.constantFrom('prompt' as const, 'steer' as const),
      content: fc.array(fc.oneof(text, media), { maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant('assistant' as const),
      content: fc.array(fc.oneof(text, thinking, call), { maxLength: 5 }),
      model: fc.constant('claude-sonnet-4-6'),
      usage: fc.constant(NO_USAGE),
    }),
    fc.record({
      type: fc.constant('assistant' as const),
      content: fc.array(text, { maxLength: 2 }),
      model: fc.constant('claude-sonnet-4-6'),
      usage: fc.constant(NO_USAGE),
      interrupted: fc.constantFrom('cancelled' as const, 'failed' as const),
    }),
    fc.record({
      type: fc.constant('toolResult' as const),
      callId: id,
      name,
      content: fc.array(fc.oneof(text, media), { maxLength: 3 }),
      outcome: fc.constantFrom('ok' as const, 'error' as const, 'denied' as const, 'cancelled' as const),
      brief: fc.constant(''),
      durationMs: fc.constant(0),
    }),
    fc.record({ type: fc.constant('note' as const), text: words }),
    fc.record({ type: fc.constant('turnEnd' as const), outcome: fc.constant('failed' as const) }),
    fc.record({
      type: fc.constant('compaction' as const),
      summary: words,
      keepFrom: fc.constantFrom(null, 'e1', 'e3', 'nowhere'),
    }),
    fc.record({ type: fc.constant('compactionUndone' as const), compaction: fc.constantFrom('e1', 'e4', 'nowhere') }),
  ),
  { maxLength: 25 },
);
