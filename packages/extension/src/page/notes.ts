import type { PageNote } from '../page-message.ts';
import { coverOfFrame } from './pointer/frame-cover.ts';
import { onNotice } from './person/notice.ts';
import { findObstacle } from './person/obstacle.ts';

/** Listens to what the worker says besides asking for actions. */
export function listenToNotes(): void {
  chrome.runtime.onMessage.addListener((note: PageNote, sender, respond) => {
    if (sender.id !== chrome.runtime.id || sender.tab) return false;
    if (note.helve === 'look') respond(findObstacle(note.asked));
    else if (note.helve === 'frame-cover') respond(coverOfFrame(note) ?? null);
    else if (note.helve === 'notice' || note.helve === 'unnotice') {
      onNotice(note);
      respond(true);
    }
    return false;
  });
}
