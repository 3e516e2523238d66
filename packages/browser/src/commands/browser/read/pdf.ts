import { defineCommand, flag, inService, path } from '@helve/command';
import * as v from 'valibot';
import { session } from '../../parameters.ts';

export const input = v.object({
  session,
  landscape: flag('Landscape instead of portrait'),
  outputDir: v.optional(path('write', 'Folder for the file (default: in the state folder)')),
});

export const command = defineCommand({
  path: 'browser pdf',
  summary: 'Print the page to a PDF file; only in a browser that helve runs without a window',
  effect: { most: 'modify', of: ({ outputDir }) => (outputDir === undefined ? 'inspect' : 'modify') },
  additive: true,
  input,
  output: v.object({ file: v.string(), size: v.number() }),
  examples: ['helve browser pdf -s abc234', 'helve browser pdf -s abc234 --landscape --output-dir out'],
  run: inService(async () => (await import('../../../read/pdf.ts')).printPdf),
  render: { person: ({ file }) => file },
});
