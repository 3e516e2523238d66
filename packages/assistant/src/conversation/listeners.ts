import type { ConversationEvent } from '../loop/events.ts';

/** Those who hear of what happens in a conversation. */
export class Listeners {
  readonly #listeners = new Set<(event: ConversationEvent) => void>();

  tell(event: ConversationEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Gives a way to stop listening. */
  add(listener: (event: ConversationEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** All that happens from now on, until its reader leaves. */
  async *stream(): AsyncGenerator<ConversationEvent> {
    const waiting: ConversationEvent[] = [];
    let wake = () => {};
    const stop = this.add((event) => {
      waiting.push(event);
      wake();
    });
    try {
      for (;;) {
        yield* waiting.splice(0);
        if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      stop();
    }
  }
}
