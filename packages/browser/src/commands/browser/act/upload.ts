import { defineCommand, inService, paths } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { targetEntries } from '../../target.ts';

export const input = v.object({ session, ...targetEntries, files: paths('read', 'Files', { also: ['paths'] }) });

export const command = defineCommand({
  path: 'browser upload',
  summary: 'Upload files to a file field, or drop them on an element',
  effect: 'execute',
  input,
  output: ACTING.upload.data,
  examples: [`helve browser upload -s abc234 --element el6 --files '["report.pdf"]'`],
  run: inService(async () => (await import('../../../act/upload.ts')).upload),
});
