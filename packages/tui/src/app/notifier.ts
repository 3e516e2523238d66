import type { Notifications } from '../settings/settings.ts';

/** Tells the user that they are needed, by what their terminal understands. Only while they look elsewhere. */
export class Notifier {
  readonly #setting: Notifications;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #write: (text: string) => void;
  /** Terminals that report focus tell when they lose it. */
  #isAway = false;

  constructor(
    setting: Notifications,
    env: Readonly<Record<string, string | undefined>>,
    write: (text: string) => void,
  ) {
    this.#setting = setting;
    this.#env = env;
    this.#write = write;
  }

  focus(hasFocus: boolean): void {
    this.#isAway = !hasFocus;
  }

  notify(message: string): void {
    if (this.#setting === 'off' || !this.#isAway) return;
    const text = message.replace(/[\p{Control};]/gu, ' ');
    this.#write(this.#setting === 'bell' ? BELL : notification(text, this.#env));
  }
}

const BELL = '\x07';

/** One that the terminal shows, or the bell: a terminal that knows several would show each. */
function notification(text: string, env: Readonly<Record<string, string | undefined>>): string {
  const { TERM = '', TERM_PROGRAM = '', VTE_VERSION, WT_SESSION, TMUX, STY } = env;
  if (TMUX || STY || TERM === 'dumb') return BELL;
  if (WT_SESSION || /^(?:iTerm\.app|WezTerm|ghostty)$/.test(TERM_PROGRAM) || /^xterm-(?:kitty|ghostty)/.test(TERM)) {
    return `\x1b]9;helve: ${text}\x1b\\`;
  }
  return VTE_VERSION || TERM.startsWith('rxvt') ? `\x1b]777;notify;helve;${text}\x1b\\` : BELL;
}
