import { defineCommand, inService } from '@helve/command';
import * as v from 'valibot';
import { WITH_TITLES } from '../../page-content.ts';
import { session } from '../../parameters.ts';

const PAGE = v.object({ url: v.string(), title: v.string() });

export const command = defineCommand({
  path: 'browser wait-human',
  summary: 'Wait until the person has finished, or until the timeout (5 minutes unless the call has another)',
  effect: 'inspect',
  overtime: 2_000,
  input: v.object({ session }),
  output: v.object({
    session: v.string(),
    /** False: the time was over first. */
    done: v.boolean(),
    /** Where they said so. */
    by: v.optional(v.picklist(['page', 'popup', 'command'])),
    reason: v.optional(v.string()),
    waitedMs: v.number(),
    changed: v.boolean(),
    before: PAGE,
    now: PAGE,
  }),
  examples: ['helve browser wait-human -s abc234 --timeout 600000'],
  run: inService(async () => (await import('../../../people/wait-human.ts')).waitHuman),
  render: WITH_TITLES,
});
