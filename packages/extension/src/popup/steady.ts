import type { PopupState } from './messages.ts';

/** For how long a worker that lost its connection is given the benefit of the doubt. */
const HELD_MS = 10_000;

/**
 * A worker that has just started knows nothing for a moment. What the person looks at, and is about to press, stays there
 * until the worker has been connected for two looks in a row.
 */
export class Steady {
  #last: { readonly state: PopupState; readonly at: number } | undefined;
  #calm = 0;
  readonly #pressed = new Set<string>();

  /** The question was answered: it is not held. */
  pressed(id: string): void {
    this.#pressed.add(id);
  }

  show(state: PopupState, now: number): PopupState {
    this.#calm = state.state === 'connected' ? this.#calm + 1 : 0;
    const held = this.#last !== undefined && now - this.#last.at < HELD_MS ? this.#last.state : undefined;
    if (!held || state.state === 'unpaired' || this.#calm > 1) {
      this.#last = { state, at: now };
      return this.without(state);
    }
    const there = new Set(state.questions.map(({ id }) => id));
    const questions = [...state.questions, ...held.questions.filter(({ id }) => !there.has(id))];
    const sessions = state.sessions.length > 0 ? state.sessions : held.sessions;
    return this.without({ ...state, sessions, questions });
  }

  /** As it is shown: without what was answered. */
  without(state: PopupState): PopupState {
    return { ...state, questions: state.questions.filter(({ id }) => !this.#pressed.has(id)) };
  }
}
