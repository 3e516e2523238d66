import { defineCommand, flag, inService } from '@helve/command';
import * as v from 'valibot';
import { ELEMENT } from '../element-output.ts';
import { pageRendering } from '../page-content.ts';
import { more, paging } from '../paging.ts';
import { session } from '../parameters.ts';

export const command = defineCommand({
  path: 'browser elements',
  summary: 'What can be acted on in the page and its frames, each with a handle',
  effect: 'inspect',
  input: v.object({ session, form: flag('Only what is filled in: inputs, selects, editable text'), ...paging }),
  output: v.object({ elements: v.array(ELEMENT), ...more }),
  examples: ['helve browser elements -s abc234', 'helve browser elements -s abc234 --form'],
  run: inService(async () => (await import('../../reading/read.ts')).readRun('elements', 'elements')),
  render: {
    ...pageRendering(({ elements }: { readonly elements: readonly v.InferOutput<typeof ELEMENT>[] }) =>
      elements.map(({ handle, tag, ...rest }) => `${handle} ${tag} ${JSON.stringify(rest)}`).join('\n'),
    ),
    brief: ({ elements }) => `${elements.length} elements`,
  },
});
