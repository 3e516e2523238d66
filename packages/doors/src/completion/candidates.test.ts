import { flag } from '@helve/command';
import { defineWord } from '@helve/command/line';
import { sampleRegistry } from '@helve/command/testing';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { complete } from './candidates.ts';

it('offers the actions of a module that is also a word, and the flags that the word takes', async () => {
  const declared = defineWord({
    path: 'demo',
    summary: '',
    globals: ['cwd'],
    input: v.object({ quick: flag('Quickly') }),
    examples: [],
  });
  const word = { name: 'demo', usage: 'demo', summary: '', declaration: async () => declared };
  const offered = async (...words: string[]) => {
    const found = await complete(sampleRegistry(), words, [word]);
    return found === 'files' ? found : found.map(({ value }) => value);
  };
  expect(await offered('demo', '')).toEqual(['echo', 'repeat', 'put', 'act', 'shell', 'form', '--quick', '--cwd']);
  expect(await offered('demo', 'e')).toEqual(['echo']);
});
