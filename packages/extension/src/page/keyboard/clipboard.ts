/** The agents' clipboard, one for each session. The browser's own is the person's, and is left alone. */
import { PRESENCE_EVENTS } from '../../main-message.ts';
import type { ClipboardAsk } from '../../page-message.ts';
import { askWorker } from '../worker/ask-worker.ts';

const ANSWER_MS = 2_000;

/** A page may copy and paste when an agent has just acted on it, as it may after a click of a person. */
export function listenToClipboard(wasActedOn: () => boolean): void {
  document.addEventListener(PRESENCE_EVENTS.copy, (event) => {
    if (!wasActedOn()) return;
    event.preventDefault();
    void copy(String((event as CustomEvent).detail));
  });
  document.addEventListener(PRESENCE_EVENTS.paste, (event) => {
    if (!wasActedOn()) return;
    event.preventDefault();
    void copied().then((detail) => document.dispatchEvent(new CustomEvent(PRESENCE_EVENTS.text, { detail })));
  });
}

export async function copy(text: string): Promise<void> {
  const ask: ClipboardAsk = { helve: 'clipboard', text };
  await askWorker(ask, ANSWER_MS);
}

/** What was copied last. */
export async function copied(): Promise<string> {
  const ask: ClipboardAsk = { helve: 'clipboard' };
  return (await askWorker<string>(ask, ANSWER_MS)) ?? '';
}
