import { cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openSandbox } from './kit/helve.ts';

const ROOT = join(import.meta.dirname, '..');

it('the README is short', async () => {
  expect((await readFile(join(ROOT, 'README.md'), 'utf8')).trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

it('the samples of the README are what helve prints', async () => {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  const [, block = ''] = /## What it looks like\n\n```\n([\s\S]*?)\n```/.exec(readme) ?? [];
  const samples = block.split(/^\$ /m).slice(1);
  expect(samples.length).toBeGreaterThan(1);
  const { dir, run } = await openSandbox();
  for (const file of ['package.json', 'packages/helve/package.json']) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await cp(join(ROOT, file), join(dir, file));
  }
  for (const sample of samples) {
    const [command = '', ...printed] = sample.trimEnd().split('\n');
    const { stdout } = await run('script', ['-qefc', `stty cols 120; ${command}`, '/dev/null']);
    expect(withoutColours(stdout).trimEnd()).toBe(printed.join('\n'));
  }
});

function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\u001B\[[\d;]*m/g, '').replaceAll('\r', '');
}
