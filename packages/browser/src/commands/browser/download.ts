import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { address, session } from '../parameters.ts';
import { targetEntries } from '../target.ts';

export const command = defineCommand({
  path: 'browser download',
  summary: 'Download what an element leads to, or an address, and say where the file is',
  effect: 'execute',
  input: v.object({ session, ...targetEntries, url: v.optional(address('The address, instead of an element')) }),
  output: v.object({ file: v.string(), size: v.number(), url: v.string(), mimeType: v.string() }),
  examples: ['helve browser download -s abc234 --element ln7'],
  run: inService(async () => (await import('../../download/download.ts')).download),
  render: { brief: ({ file, size }) => `${file} (${size} bytes)` },
});
