/** The code in a page, put there by the worker when it is first needed, in a world of its own. */
import { isLocal, originOf } from '@helve/browser/protocol';
import { toActionFailure } from '../failure.ts';
import type { PageAnswer, PageAsk, PageNote, ViewAsk } from '../page-message.ts';
import { PAGE_ACTIONS } from './actions.ts';
import { handles } from './element/handles.ts';
import { watchSecrets, withoutSecrets } from './element/secret.ts';
import { describePage } from './page-state.ts';
import { answerView } from './read/view.ts';
import { focusedFrame } from './keyboard/focus.ts';
import { bePresent } from './keyboard/presence.ts';
import { coverOfFrame, frameAt } from './pointer/frame-cover.ts';
import { onNotice } from './people/notice.ts';
import { findObstacle } from './people/obstacle.ts';

/** Answers to what changes something, by request: a worker that was ended on the way asks again, and nothing is done twice. */
const answers = new Map<string, Promise<PageAnswer>>();
const KEPT = 50;

declare global {
  // oxlint-disable-next-line no-var -- only var declares a property of globalThis
  var helveListens: true | undefined;
}

if (!globalThis.helveListens) {
  globalThis.helveListens = true;
  watchSecrets();
  listenToNotes();
  chrome.runtime.onMessage.addListener((ask: PageAsk | ViewAsk, sender, respond) => {
    if (sender.id !== chrome.runtime.id) return false;
    if (ask.helve === 'ask') void (elsewhere(ask) ?? answerOnce(ask)).then(respond);
    else if (ask.helve === 'view') void answerView(ask).then(respond);
    else return false;
    return true;
  });
}

function answerOnce(ask: PageAsk): Promise<PageAnswer> {
  if (!ask.destructive) return answer(ask);
  const before = answers.get(ask.id);
  if (before) return before;
  const answering = answer(ask);
  answers.set(ask.id, answering);
  for (const old of [...answers.keys()].slice(0, -KEPT)) answers.delete(old);
  return answering;
}

async function answer({ action, params, destructive, nextHandle, lastHandle }: PageAsk): Promise<PageAnswer> {
  try {
    if (destructive) await bePresent();
    handles.continueAt(nextHandle, lastHandle);
    const run = PAGE_ACTIONS[action] as ((params: never) => unknown) | undefined;
    if (!run) throw new Error(`No page does ${action}`);
    const data = withoutSecrets(await run(params as never));
    return { ok: true, data, page: describePage(), nextHandle: handles.next };
  } catch (thrown) {
    return { ok: false, error: withoutSecrets(toActionFailure(thrown)), nextHandle: handles.next };
  }
}

/** The answer to an action that may not be done here, because this page is of another origin. */
function elsewhere({ origin, nextHandle }: PageAsk): Promise<PageAnswer> | undefined {
  const here = ownPlace();
  // Without rules any page will do, but each local file is judged by itself.
  if (origin === undefined ? !isLocal(here) : origin === here) return undefined;
  const error = { code: 'PERMISSION_DENIED', message: `The page is of ${here} now` } as const;
  return Promise.resolve({ ok: false, error, nextHandle, elsewhere: here });
}

/** A frame without an address of its own has the origin of who made it; one that is sandboxed has none but its address. */
function ownPlace(): string {
  const isOwn = self.origin === 'null' || location.protocol === 'file:';
  return originOf(isOwn ? location.href : self.origin).place;
}

/** Listens to what the worker says besides asking for actions. */
function listenToNotes(): void {
  chrome.runtime.onMessage.addListener((note: PageNote, sender, respond) => {
    if (sender.id !== chrome.runtime.id || sender.tab) return false;
    if (note.helve === 'look') respond(findObstacle(note.asked));
    else if (note.helve === 'focused-frame') respond(focusedFrame());
    else if (note.helve === 'frame-cover') respond(coverOfFrame(note) ?? null);
    else if (note.helve === 'frame-at') respond(frameAt(note) ?? null);
    else if (note.helve === 'notice' || note.helve === 'unnotice') {
      onNotice(note);
      respond(true);
    }
    return false;
  });
}
