import { toCommandError } from '@helve/command';
import type { ActionFailure, BrowserErrorCode } from '../protocol.ts';
import type { BrowserLink, FromPerson } from './link.ts';
import { giveTab } from '../people/give-tab.ts';
import { stoppedFailure } from './refusals.ts';
import type { Relay } from './relay.ts';

/** Does what the person in front of a browser says, or tells its extension what they and the rules allow. */
export function onPerson(relay: Relay, link: BrowserLink, said: FromPerson): void {
  const browser = link.browser.name;
  switch (said.type) {
    case 'answer':
      relay.questions.answer(link, said.id, said.answer);
      return;
    case 'stop':
      link.stopped = said.stopped;
      relay.audit.add({ event: said.stopped ? 'stop' : 'resume', browser });
      if (said.stopped) {
        link.refuse(() => stoppedFailure(browser));
        relay.questions.denyAll(link);
      }
      return;
    case 'done': {
      const session = relay.sessions.all().find(({ session }) => session === said.session);
      if (session?.instance !== link.browser.instance || session.paused === undefined) return;
      relay.audit.add({ event: 'done', browser, session: session.session, label: session.label });
      relay.handOff.resume(session, said.where);
      return;
    }
    case 'give':
      giveTab(relay, link, said);
      return;
    case 'judge':
      void judge(relay, link, said.id, said.origin).then((refusal) =>
        link.say({ type: 'judged', id: said.id, origin: said.origin, refusal }),
      );
      return;
  }
}

async function judge(relay: Relay, link: BrowserLink, id: string, origin: string): Promise<ActionFailure | undefined> {
  const deed = relay.deeds.get(id);
  if (deed?.link !== link) return { code: 'CANCELLED', message: 'Nobody waits for this request' };
  try {
    await relay.gate.admitAlso(deed, origin);
    return undefined;
  } catch (thrown) {
    const { code, message, hint, details } = toCommandError(thrown);
    return { code: code as BrowserErrorCode, message, suggestedAction: hint, details };
  }
}
