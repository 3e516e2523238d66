import { defineCommand, flag, inService } from '@helve/command';
import * as v from 'valibot';
import type { Data } from '../../../protocol.ts';
import { READING } from '../../../protocol/reading.ts';
import { pageRendering } from '../../page-content.ts';
import { more, paging } from '../../paging.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser elements',
  summary: 'List the interactive elements of the page and its frames, with handles',
  effect: 'inspect',
  input: v.object({ session, form: flag('Only form fields: inputs, selects, editable text'), ...paging }),
  output: v.object({ ...READING.elements.data.entries, ...more }),
  examples: ['helve browser elements -s abc234', 'helve browser elements -s abc234 --form'],
  run: inService(async () => (await import('../../../read/read.ts')).readRun('elements', 'elements')),
  render: {
    ...pageRendering(({ elements }: Data<'elements'>) =>
      elements.map(({ handle, tag, ...rest }) => `${handle} ${tag} ${JSON.stringify(rest)}`).join('\n'),
    ),
    brief: ({ elements }) => `${elements.length} elements`,
  },
});
