import { CommandError, parameter, worded } from '@helve/command';
import type * as v from 'valibot';
import type { input } from '../commands/browser/act/download.ts';
import { optionalTargetOf } from '../commands/target.ts';
import { browserRun } from '../perform.ts';

type DownloadInput = v.InferOutput<typeof input>;

export const download = browserRun(async (input: DownloadInput, { relay, act }) => {
  const { url } = input;
  const target = optionalTargetOf(input);
  if ((url === undefined) === (target === undefined)) {
    throw new CommandError('INVALID_INPUT', 'Give exactly one source for the download', {
      hint: worded`Give either an element or ${parameter('url')}.`,
    });
  }
  const session = relay.sessions.get(input.session);
  return act('download', { url, target }, { session, tab: relay.sessions.tab(session, undefined) });
});
