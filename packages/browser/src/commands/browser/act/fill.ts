import { choice, defineCommand, inService, path, text } from '@helve/command';
import * as v from 'valibot';
import { ACTING, FILL_METHODS, WORLDS } from '../../../protocol/acting.ts';
import { session } from '../../parameters.ts';
import { targetEntries } from '../../target.ts';

export const input = v.object({
  session,
  ...targetEntries,
  value: v.optional(text('Value to fill in', { large: true, stdinFlag: 'value-stdin' })),
  valueFile: v.optional(path('read', 'File with the value')),
  method: v.optional(choice(FILL_METHODS, 'Fill method (default: the one that suits the field)')),
  world: v.optional(choice(WORLDS, 'JavaScript world: main for runtime-api, isolated for the others')),
});

export const command = defineCommand({
  path: 'browser fill',
  summary: 'Fill a field or an editor, and return its new value',
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
