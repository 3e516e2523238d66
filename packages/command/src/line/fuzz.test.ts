import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CommandError } from '../errors.ts';
import { sampleRegistry } from '../testing/sample.ts';
import { parseLine } from './parse.ts';

/** Pieces that lines are made of, good and bad, so that random lines get past the first word. */
const PIECES =
  `helve codebolt demo echo put act now help explain other --path --tags --data --no-noisy --count --message
  -- - -v -1 @x @@ --= --path= =" \\ " ' $ $( $' { } [ ] {"a": [" : , | & && ; < > \u2014 \u201c \u201d \u2019 __proto__
  constructor true 007`
    .split(/\s+/)
    .concat(' ', '  ', '\t', '\n', '\\\n', '\0', '`', '\ud800', '\u{1f600}');

const lines = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((pieces) => pieces.join(' ')),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ maxLength: 60 }).map((tail) => `helve demo echo --path ${tail}`),
);

it('never crashes or hangs on any of 100,000 random lines', async () => {
  const registry = sampleRegistry();
  const seen = { parsed: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(lines, async (line) => {
      try {
        await parseLine(registry, line);
        seen.parsed++;
      } catch (thrown) {
        if (!(thrown instanceof CommandError)) throw thrown;
        seen.refused++;
      }
    }),
    { numRuns: 100_000 },
  );
  expect(seen.parsed + seen.refused).toBe(100_000);
  expect(Math.min(seen.parsed, seen.refused)).toBeGreaterThan(1000);
});

it('reads a line of ten million characters without trouble', async () => {
  const registry = sampleRegistry();
  const long = 'x'.repeat(5_000_000);
  expect(await parseLine(registry, `helve demo echo --path x --message "${long}" --id ${long}`)).toMatchObject({
    input: { path: 'x' },
  });
  expect(await parseLine(registry, `helve demo echo --path x --id ${'['.repeat(200_000)}`)).toMatchObject({
    input: { path: 'x' },
  });
});
