import type { SleepAsk } from '../../page-message.ts';

/** Answers the code in a page after a while: its own timers are slow in the background. */
export function listenToSleepers(): void {
  chrome.runtime.onMessage.addListener((message: SleepAsk, sender, respond) => {
    if (sender.id !== chrome.runtime.id || message.helve !== 'sleep') return false;
    setTimeout(() => respond(true), message.milliseconds);
    return true;
  });
}
