import { closeSync, readdirSync, writeSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ownEnvironment } from './own-environment.ts';
import { takePipes } from './pipes.ts';
import { temporaryFolder } from './testing/processes.ts';

it('makes pipes that deliver what is written, end when the writer closes, and have no name left', async () => {
  const TMPDIR = temporaryFolder();
  const pipes = await takePipes(3, { PATH: process.env.PATH, TMPDIR });
  expect([pipes.length, readdirSync(TMPDIR)]).toEqual([3, []]);
  const read = pipes.map(async ({ readEnd }, index) => {
    const chunks: Buffer[] = [];
    readEnd.on('data', (chunk: Buffer) => chunks.push(chunk));
    await new Promise((resolve) => readEnd.once('end', resolve));
    readEnd.destroy();
    return `${index}: ${Buffer.concat(chunks).toString()}`;
  });
  for (const [index, { writeEnd }] of pipes.entries()) {
    writeSync(writeEnd, `text ${index}`);
    closeSync(writeEnd);
  }
  expect(await Promise.all(read)).toEqual(['0: text 0', '1: text 1', '2: text 2']);
});

it('gives every taker pipes of its own', async () => {
  const env = { PATH: process.env.PATH, TMPDIR: temporaryFolder() };
  const taken = (await Promise.all(Array.from({ length: 10 }, async () => takePipes(4, env)))).flat();
  expect([taken.length, new Set(taken.map(({ writeEnd }) => writeEnd)).size]).toEqual([40, 40]);
  for (const { readEnd, writeEnd } of taken) {
    readEnd.destroy();
    closeSync(writeEnd);
  }
});

it('gives none where they cannot be made', async () => {
  expect(await takePipes(1000, { PATH: process.env.PATH, TMPDIR: '/nonexistent' })).toEqual([]);
});

it('programs of our own find the tools of the system first, and get nothing else of the environment', () => {
  expect(ownEnvironment('/home/me/bin')).toEqual({ PATH: '/usr/bin:/bin:/home/me/bin' });
  expect(ownEnvironment(undefined)).toEqual({ PATH: '/usr/bin:/bin' });
});
