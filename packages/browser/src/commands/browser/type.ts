import { defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { session } from '../parameters.ts';
import { optionalTargetOf, targetEntries, type TargetInput } from '../target.ts';

export const command = defineCommand({
  path: 'browser type',
  summary: 'Type text key by key, where the focus is or into an element, after what it holds',
  effect: 'execute',
  input: v.object({ session, ...targetEntries, text: text('What is typed', { large: true }) }),
  output: v.object({ typed: v.boolean(), value: v.string() }),
  examples: ['helve browser type -s abc234 --element el4 --text "helve"'],
  run: inService(async () =>
    (await import('../../perform.ts')).pageRun('type', (input: TargetInput & { readonly text: string }) => ({
      target: optionalTargetOf(input),
      text: input.text,
    })),
  ),
});
