interface RunningCall {
  readonly callId: string;
  readonly controller: AbortController;
}

/** Calls that run and may be handed over to the background: those of a conversation and of the subagents that it began. */
export class HandOvers {
  readonly #running = new Set<RunningCall>();

  /** The signal says when the call should be handed over. */
  begin(callId: string): { readonly signal: AbortSignal; readonly end: () => void } {
    const call = { callId, controller: new AbortController() };
    this.#running.add(call);
    return { signal: call.controller.signal, end: () => void this.#running.delete(call) };
  }

  /** Hands over the call, or all that run; says whether there was one. */
  handOver(callId: string | undefined): boolean {
    const meant = [...this.#running].filter((call) => callId === undefined || call.callId === callId);
    for (const { controller } of meant) controller.abort();
    return meant.length > 0;
  }
}
