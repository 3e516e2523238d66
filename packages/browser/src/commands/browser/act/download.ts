import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { readsFile } from '../../../policy/local-file.ts';
import { address, session } from '../../parameters.ts';
import { targetEntries } from '../../target.ts';

export const input = v.object({
  session,
  ...targetEntries,
  url: v.optional(address('URL to download, instead of an element')),
});

export const command = defineCommand({
  path: 'browser download',
  summary: 'Download the target of an element, or a URL, and return the path of the file',
  effect: 'execute',
  subject: readsFile,
  input,
  output: ACTING.download.data,
  examples: ['helve browser download -s abc234 --element ln7'],
  run: inService(async () => (await import('../../../act/download.ts')).download),
  render: { brief: ({ file, size }) => `${file} (${size} bytes)` },
});
