import { defineCommand, flag, inService, text } from '@helve/command';
import * as v from 'valibot';
import { TABS } from '../../../protocol/tabs.ts';
import { session } from '../../parameters.ts';

export const command = defineCommand({
  path: 'browser require-human',
  summary: 'Hand the page to a person and pause the session. Always returns HUMAN_REQUIRED',
  effect: 'execute',
  input: v.object({
    session,
    reason: v.pipe(
      text('Instructions for the person'),
      v.check((reason) => reason.trim() !== '', 'must say what the person should do'),
    ),
    forAttach: flag('The person should attach something, such as a file'),
  }),
  output: TABS['require-human'].data,
  examples: ['helve browser require-human -s abc234 --reason "Please log in"'],
  run: inService(async () => (await import('../../../perform.ts')).pageRun('require-human')),
});
