/** Calls that run and may be handed over to the background, where the conversation can. */
export class HandOvers {
  readonly #running = new Map<string, AbortController>();

  /** Says when the call should be handed over. */
  begin(callId: string): AbortSignal {
    const controller = new AbortController();
    this.#running.set(callId, controller);
    return controller.signal;
  }

  end(callId: string): void {
    this.#running.delete(callId);
  }

  /** Says whether there is such a call. */
  handOver(callId: string): boolean {
    this.#running.get(callId)?.abort();
    return this.#running.has(callId);
  }
}
