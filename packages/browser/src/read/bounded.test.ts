import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, inWords, type Wording } from '@helve/command';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { boundList, boundText } from './bounded.ts';

const home = await mkdtemp(join(tmpdir(), 'helve-bounded-'));
afterAll(() => rm(home, { recursive: true }));

const said: string[] = [];
const warn = (message: Wording) => void said.push(inWords(message));
const context = { place: { home }, now: Date.now, warn } as unknown as Context;

it('what fits is given as it is, and no file is made', async () => {
  expect(await boundText('short', { after: 0, maxChars: 5 }, context)).toEqual({ part: 'short' });
  expect(await boundList([1, 2], { after: 0, maxChars: 100 }, context)).toEqual({ part: [1, 2] });
  expect(said).toEqual([]);
});

it('what does not fit ends with a line, and a file that only its owner reads has all of it', async () => {
  const { file = '', ...given } = await boundText('one\ntwo\nthree', { after: 0, maxChars: 10 }, context);
  expect(given).toEqual({ part: 'one\ntwo\n', total: 13, next: 8 });
  expect(await readFile(file, 'utf8')).toBe('one\ntwo\nthree');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(said.pop()).toBe(
    `The first 8 of 13 characters. Continue with --after 8, or read all of it as it is now: helve fs read --path ${file}`,
  );
  expect(await boundText('one\ntwo\nthree', { after: 8, maxChars: 10 }, context)).toEqual({ part: 'three', total: 13 });
  expect(await boundText('one', { after: 9, maxChars: 10 }, context)).toEqual({ part: '', total: 3 });
});

it('the parts of any text make up the whole, none is too long, and none splits a character', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '😀', 'é'), maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 2, max: 20 }), async (whole, maxChars) => {
      const parts: string[] = [];
      for (let after: number | undefined = 0; after !== undefined; ) {
        const { part, next }: { part: string; next?: number | undefined } = await boundText(
          whole,
          { after, maxChars },
          context,
        );
        expect(part.length).toBeLessThanOrEqual(maxChars);
        expect(Buffer.from(part).toString()).toBe(part);
        parts.push(part);
        after = next;
      }
      expect(parts.join('')).toBe(whole);
    }),
    { numRuns: 40 },
  );
});

it('a list is counted in entries, and goes on even if one of them is too long', async () => {
  const whole = ['a', 'b'.repeat(50), 'c', 'd'];
  expect(await boundList(whole, { after: 0, maxChars: 10 }, context)).toMatchObject({ part: ['a'], total: 4, next: 1 });
  expect(await boundList(whole, { after: 1, maxChars: 10 }, context)).toEqual({ part: [whole[1]], total: 4, next: 2 });
  expect(await boundList(whole, { after: 2, maxChars: 10 }, context)).toEqual({ part: ['c', 'd'], total: 4 });
});
