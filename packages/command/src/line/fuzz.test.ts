import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CommandError } from '../errors.ts';
import { sampleRegistry } from '../testing/sample.ts';
import { parseArguments, parseLine } from './parse.ts';
import { tokenize } from './tokenize.ts';

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

const WORDS =
  `--path --pth --path= --noisy=no --noisy=on --no-noisy --no-noisy=1 --tags --tags=a,b --tags a,b "it's" --message
  --mesage=@file --count=x -x -p -pa -path -n5 'a b' $HOME @file "--path=a b" --count 3 false true no`.split(/\s+/);

it('a corrected line can always be run, and has the words that it was given', async () => {
  const registry = sampleRegistry();
  let corrected = 0;
  const words = fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 6 })), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(words, async (more) => {
      const line = await parseArguments(registry, ['demo', 'echo', ...more]).then(() => undefined, correctionOf);
      if (line === undefined) return;
      corrected++;
      // A shell takes the quotes off.
      const again = tokenize(line)
        .tokens.slice(1)
        .map(({ text }) => text);
      const end = await parseArguments(registry, again).then(
        () => 'runs',
        (error: Error) => `${line}: ${error.message}`,
      );
      expect(end).toBe('runs');
    }),
    { numRuns: 5_000 },
  );
  expect(corrected).toBeGreaterThan(100);
});

function correctionOf(thrown: unknown): string | undefined {
  const corrected = thrown instanceof CommandError ? thrown.details?.corrected : undefined;
  return typeof corrected === 'string' ? corrected : undefined;
}

it.each([
  [['demo', 'echo', '--path', 'x', '--noisy=no', '--json'], 'helve demo echo --path x --noisy=false --json'],
  [['demo', 'echo', '--path', 'x', '--tags', 'a.txt,e.txt'], `helve demo echo --path x --tags '["a.txt","e.txt"]'`],
  [['demo', 'echo', '--path', 'x', '--no-noisy', 'false'], undefined],
  [['demo', 'echo', '--pth', 'x', '--mesage=a b'], "helve demo echo --path x --message='a b'"],
])('%j is corrected to %s', async (args, corrected) => {
  const error = await parseArguments(sampleRegistry(), args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommandError);
  expect(correctionOf(error)).toBe(corrected);
});
