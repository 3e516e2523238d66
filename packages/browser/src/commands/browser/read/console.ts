import { choice, defineCommand, flag, inService } from '@helve/command';
import * as v from 'valibot';
import { CONSOLE_LEVELS, MESSAGE } from '../../../protocol/inspecting.ts';
import { pageRendering } from '../../page-content.ts';
import { more, paging } from '../../paging.ts';
import { session } from '../../parameters.ts';
import { approvesReveal, reveal } from '../../reveal.ts';

export const input = v.object({
  session,
  start: flag('Start recording in this tab, also for the pages that follow'),
  stop: flag('Stop recording'),
  level: v.optional(choice(CONSOLE_LEVELS, 'Least important level to return'), 'debug'),
  ...paging,
  reveal,
});

const output = v.object({ recording: v.boolean(), messages: v.array(MESSAGE), ...more });

export const command = defineCommand({
  path: 'browser console',
  summary: 'Show console messages and uncaught errors of the page, once recording has started',
  effect: { most: 'execute', of: ({ start, stop }) => (start || stop ? 'execute' : 'inspect') },
  approves: approvesReveal,
  input,
  output,
  examples: ['helve browser console -s abc234 --start', 'helve browser console -s abc234 --level warn'],
  run: inService(async () => (await import('../../../read/recorded.ts')).readConsole),
  render: pageRendering(({ recording, messages }: v.InferOutput<typeof output>) =>
    recording || messages.length > 0
      ? messages.map(({ level, text }) => `${level}: ${text}`).join('\n')
      : 'Nothing is recorded.',
  ),
});
