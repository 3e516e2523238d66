import { choice, defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { session } from '../../parameters.ts';

const PACING = ['human', 'fast'] as const;

export const input = v.object({
  session,
  tab: text('A tab of the session: t1'),
  pacing: v.optional(choice(PACING, 'Pause between actions as a person would, or a little; unless given, not at all')),
});

export const command = defineCommand({
  path: 'browser session bind',
  summary: 'Bind a session to one of its tabs, which commands then go to, and say how fast it may act',
  effect: 'execute',
  input,
  output: v.object({ session: v.string(), tab: v.string(), pacing: v.optional(v.picklist(PACING)) }),
  tool: {
    name: 'BrowserSwitchTab',
    set: 'browser',
    guidance: 'Chooses the tab of the session that the next calls go to.',
  },
  examples: ['helve browser session bind -s abc234 --tab t2 --pacing human'],
  run: inService(async () => (await import('../../../session/sessions.ts')).bindSession),
});
