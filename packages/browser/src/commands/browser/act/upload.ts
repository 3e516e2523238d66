import { defineCommand, inService, paths } from '@helve/command';
import * as v from 'valibot';
import { ACTING } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { oneElement, targetEntries } from '../../target.ts';

export const input = v.pipe(
  v.object({ session, ...targetEntries, files: paths('read', 'The files', { also: ['paths'] }) }),
  oneElement(),
);

export const command = defineCommand({
  path: 'browser upload',
  summary: 'Give files to a file field, or drop them on an element that takes files',
  effect: 'execute',
  input,
  output: ACTING.upload.data,
  examples: [`helve browser upload -s abc234 --element el6 --files '["report.pdf"]'`],
  run: inService(async () => (await import('../../../act/upload.ts')).upload),
});
