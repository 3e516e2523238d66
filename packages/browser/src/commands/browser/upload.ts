import { defineCommand, inService, paths } from '@helve/command';
import * as v from 'valibot';
import { session } from '../parameters.ts';
import { targetEntries } from '../target.ts';

export const command = defineCommand({
  path: 'browser upload',
  summary: 'Give files to a file field, or drop them on an element that takes files',
  effect: 'execute',
  input: v.object({ session, ...targetEntries, files: paths('read', 'The files', { also: ['paths'] }) }),
  output: v.object({
    uploaded: v.boolean(),
    files: v.array(v.object({ name: v.string(), size: v.number() })),
    by: v.picklist(['input', 'drop']),
  }),
  examples: [`helve browser upload -s abc234 --element el6 --files '["report.pdf"]'`],
  run: inService(async () => (await import('../../upload/upload.ts')).upload),
});
