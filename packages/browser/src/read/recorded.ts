/** What a page has logged and asked its servers for, as far as it was recorded. */
import { CommandError, type Context, parameter, worded } from '@helve/command';
import type * as v from 'valibot';
import type { input as consoleInput } from '../commands/browser/read/console.ts';
import type { input as networkInput } from '../commands/browser/read/network.ts';
import { browserRun } from '../perform.ts';
import { CONSOLE_LEVELS } from '../protocol/inspecting.ts';
import { maskSecrets } from './mask.ts';
import { boundData } from './read.ts';

interface Recording {
  readonly start: boolean;
  readonly stop: boolean;
}

export const readConsole = browserRun(async (input: v.InferOutput<typeof consoleInput>, { relay, act }, context) => {
  const session = relay.sessions.get(input.session);
  const data = await act('console', recordOf(input), { session, tab: relay.sessions.tab(session, undefined) });
  warnUnlessRecording(data.recording, input, context);
  const least = CONSOLE_LEVELS.indexOf(input.level);
  const messages = data.messages
    .filter(({ level }) => CONSOLE_LEVELS.indexOf(level) >= least)
    .map((message) => (input.reveal ? message : { ...message, text: maskSecrets(message.text) }));
  return boundData({ ...data, messages }, 'messages', input, context);
});

export const readNetwork = browserRun(async (input: v.InferOutput<typeof networkInput>, { relay, act }, context) => {
  const session = relay.sessions.get(input.session);
  const data = await act('network', recordOf(input), { session, tab: relay.sessions.tab(session, undefined) });
  warnUnlessRecording(data.recording, input, context);
  const requests = data.requests
    .filter(({ url }) => url.includes(input.filter ?? ''))
    .filter(({ status = 0, error }) => !input.failed || error !== undefined || status >= 400)
    .map((request) => (input.reveal ? request : { ...request, url: maskSecrets(request.url) }));
  return boundData({ ...data, requests }, 'requests', input, context);
});

function recordOf({ start, stop }: Recording): { readonly record?: 'start' | 'stop' } {
  if (start && stop) {
    throw new CommandError('INVALID_INPUT', 'Recording is started or stopped, not both', {
      hint: worded`Give ${parameter('start')} or ${parameter('stop')}.`,
    });
  }
  return start ? { record: 'start' } : stop ? { record: 'stop' } : {};
}

function warnUnlessRecording(recording: boolean, { stop }: Recording, context: Context): void {
  if (!recording && !stop) context.warn(worded`Nothing is recorded in this tab. Start it with ${parameter('start')}.`);
}
