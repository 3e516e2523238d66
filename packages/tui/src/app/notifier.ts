import type { Notifications } from '../settings/settings.ts';

/** Tells the user that they are needed, by what terminals understand. Only while they look elsewhere. */
export class Notifier {
  readonly #setting: Notifications;
  readonly #write: (text: string) => void;
  /** Unknown until the terminal has told of it once. */
  #hasFocus: boolean | undefined;

  constructor(setting: Notifications, write: (text: string) => void) {
    this.#setting = setting;
    this.#write = write;
  }

  focus(hasFocus: boolean): void {
    this.#hasFocus = hasFocus;
  }

  notify(message: string): void {
    if (this.#setting === 'off' || this.#hasFocus === true) return;
    const text = message.replace(/[\p{Control};]/gu, ' ');
    // iTerm, kitty and Windows Terminal know 9, VTE and urxvt 777; the bell is for all others.
    const desktop = this.#setting === 'auto' ? `\x1b]9;helve: ${text}\x1b\\\x1b]777;notify;helve;${text}\x1b\\` : '';
    this.#write(`${desktop}\x07`);
  }
}
