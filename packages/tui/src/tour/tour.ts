import type { Conversation } from '@helve/assistant';
import type { App } from '../app/app.ts';
import type { Conversations } from '../app/conversations.ts';

/** The tour: whether it is on, and how to leave it. What it shows is loaded when it is taken. */
export class Tour {
  readonly #app: App;
  readonly #conversations: Conversations;
  #leave: (() => void) | undefined;
  /** Until the tour has removed what it made. */
  #playing: Promise<void> | undefined;

  constructor(app: App, conversations: Conversations) {
    this.#app = app;
    this.#conversations = conversations;
  }

  /** Whether the user is to say what the tour tells them. */
  get isOn(): boolean {
    return this.#leave !== undefined;
  }

  /** Starts the tour. After it comes the conversation that would be there without it. */
  async take(): Promise<void> {
    const { playTour } = await import('./play.ts');
    const playing = playTour(this.#app, this.#conversations, this);
    this.#playing = playing.catch(() => {});
    this.#conversations.goOn(
      playing.then(() => (this.#app.shown || this.#conversations.opening ? undefined : this.#conversations.begin())),
    );
  }

  /** Waits for the end of the next turn, or until the user leaves the tour. */
  nextTurn(conversation: Conversation): Promise<'done' | 'left'> {
    return new Promise((resolve) => {
      const stop = conversation.subscribe((event) => {
        if (event.type !== 'turnEnd') return;
        stop();
        resolve(event.result.outcome === 'cancelled' ? 'left' : 'done');
      });
      this.#leave = () => {
        stop();
        resolve('left');
      };
    });
  }

  leave(): void {
    this.#leave?.();
  }

  end(): void {
    this.#leave = undefined;
  }

  async close(): Promise<void> {
    this.leave();
    await this.#playing;
  }
}
