import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { boundText } from './bound.ts';

async function bound(text: string, limit: number): Promise<{ head: string; tail: string; file: string }> {
  const home = await mkdtemp(join(tmpdir(), 'helve-bound-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const bounded = await boundText(text, { place: { home }, now: Date.now }, limit);
  const [, head = '', file = '', tail = ''] =
    /^([^]*?\n)\n\[\d+ of \d+ characters left out\. All of it: (\S+)\. .*\]\n\n([^]*)$/.exec(bounded) ?? [];
  expect(await readFile(file, 'utf8')).toBe(text);
  return { head, tail, file };
}

it('cuts a long text between lines', async () => {
  const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}\n`);
  const text = lines.join('');
  const { head, tail } = await bound(text, 1000);
  expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
  expect(head).toMatch(/line \d+\n$/);
  expect(tail).toMatch(/^line \d+\n/);
  expect(text[text.length - tail.length - 1]).toBe('\n');
});

it('cuts within a line where there is no line break near', async () => {
  const { head, tail } = await bound('x'.repeat(5000), 1000);
  expect([head.length, tail.length]).toEqual([501, 500]);
});
