import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { address, session } from '../../parameters.ts';
import { oneElementAtMost, targetEntries } from '../../target.ts';

export const input = v.pipe(
  v.object({ session, ...targetEntries, url: v.optional(address('The address, instead of an element')) }),
  oneElementAtMost(),
);

export const command = defineCommand({
  path: 'browser download',
  summary: 'Download what an element leads to, or an address, and say where the file is',
  effect: 'execute',
  input,
  output: ACTING.download.data,
  examples: ['helve browser download -s abc234 --element ln7'],
  run: inService(async () => (await import('../../../act/download.ts')).download),
  render: { brief: ({ file, size }) => `${file} (${size} bytes)` },
});
