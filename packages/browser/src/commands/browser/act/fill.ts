import { choice, defineCommand, inService, path, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING, FILL_METHODS, WORLDS } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { oneElement, targetEntries } from '../../target.ts';

export const input = v.pipe(
  v.object({
    session,
    ...targetEntries,
    value: v.optional(text('What it is to hold', { large: true, stdinFlag: 'value-stdin' })),
    valueFile: v.optional(path('read', 'A file with what it is to hold')),
    method: v.optional(choice(FILL_METHODS, 'How; without it, what suits the field')),
    world: v.optional(choice(WORLDS, 'Where the code runs: runtime-api needs main, the others isolated')),
  }),
  oneElement(),
);

export const command = defineCommand({
  path: 'browser fill',
  summary: 'Fill in a field or an editor, and read back what it holds then',
  effect: 'execute',
  input,
  output: ACTING.fill.data,
  tool: {
    name: 'BrowserFill',
    set: 'browser',
    guidance: 'Fills in a field or editor and reads it back: filled is true only if it holds exactly the value.',
    only: ['session', 'selector', 'element', 'value'],
  },
  examples: [
    'helve browser fill -s abc234 --element el4 --value "Ada Lovelace"',
    'helve browser fill -s abc234 --selector "#editor" --value-file draft.md --method runtime-api --world main',
  ],
  run: inService(async () => (await import('../../../act/fill.ts')).fill),
});
