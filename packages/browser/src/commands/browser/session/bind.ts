import { choice, defineCommand, inService, text } from '@helve/command';
import * as v from 'valibot';
import { session } from '../../parameters.ts';

const PACING = ['human', 'fast'] as const;

export const input = v.object({
  session,
  tab: text('Tab of the session, such as t1'),
  pacing: v.optional(choice(PACING, 'Pause between actions: like a person, or briefly (default: none)')),
});

export const command = defineCommand({
  path: 'browser session bind',
  summary: 'Bind a session to one of its tabs, and set its pacing',
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
