import { CommandError, parameter, worded } from '@helve/command';
import type * as v from 'valibot';
import type { input } from '../commands/browser/act/dialog.ts';
import { browserRun } from '../perform.ts';
import type { DialogAnswer } from '../protocol.ts';

type DialogInput = v.InferOutput<typeof input>;

export const dialog = browserRun(async (input: DialogInput, { relay, act }) => {
  const answer = answerOf(input);
  const session = relay.sessions.get(input.session);
  return act('dialog', { answer }, { session, tab: relay.sessions.tab(session, undefined) });
});

function answerOf({ accept, dismiss, text }: DialogInput): DialogAnswer | undefined {
  if (dismiss && (accept || text !== undefined)) {
    throw new CommandError('INVALID_INPUT', 'A dialog is accepted or dismissed, not both', {
      hint: worded`Give ${parameter('accept')} (or ${parameter('text')}) or ${parameter('dismiss')}.`,
    });
  }
  if (dismiss) return { accept: false };
  return accept || text !== undefined ? { accept: true, text } : undefined;
}
