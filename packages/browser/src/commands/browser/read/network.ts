import { defineCommand, flag, inService, text } from '@helve/command';
import * as v from 'valibot';
import { REQUEST_ENTRY } from '../../../protocol/inspecting.ts';
import { pageRendering } from '../../page-content.ts';
import { more, paging } from '../../paging.ts';
import { session } from '../../parameters.ts';
import { approvesReveal, reveal } from '../../reveal.ts';

export const input = v.object({
  session,
  start: flag('Start recording in this tab'),
  stop: flag('Stop recording'),
  filter: v.optional(text('Only requests whose URL contains this text')),
  failed: flag('Only requests that failed, or with a status of 400 or more'),
  ...paging,
  reveal,
});

const output = v.object({ recording: v.boolean(), requests: v.array(REQUEST_ENTRY), ...more });

export const command = defineCommand({
  path: 'browser network',
  summary: 'Show requests of the tab, without their content, once recording has started',
  effect: { most: 'execute', of: ({ start, stop }) => (start || stop ? 'execute' : 'inspect') },
  approves: approvesReveal,
  input,
  output,
  examples: ['helve browser network -s abc234 --start', 'helve browser network -s abc234 --failed'],
  run: inService(async () => (await import('../../../read/recorded.ts')).readNetwork),
  render: pageRendering(({ recording, requests }: v.InferOutput<typeof output>) =>
    recording || requests.length > 0
      ? requests.map(({ method, url, status, error }) => `${method} ${url} ${status ?? error ?? '…'}`).join('\n')
      : 'Nothing is recorded.',
  ),
});
