import { CommandError } from '@helve/command';
import { optionalTargetOf, type TargetInput } from '../commands/target.ts';
import { browserRun, type PageInput } from '../perform.ts';

interface DownloadInput extends PageInput, TargetInput {
  readonly url?: string | undefined;
}

export const download = browserRun(async (input: DownloadInput, { relay, act }) => {
  const { url } = input;
  const target = optionalTargetOf(input);
  if ((url === undefined) === (target === undefined)) {
    throw new CommandError('INVALID_INPUT', 'What is downloaded is said in exactly one way', {
      hint: 'Give either an element or --url.',
    });
  }
  const session = relay.sessions.get(input.session);
  return act('download', { url, target }, { session, tab: relay.sessions.tab(session, undefined) });
});
