/** What may be spent, in US dollars. One budget may be shared by conversations: those of subagents count. */
export class Budget {
  readonly limit: number;
  #spent = 0;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit;
  }

  spend(cost: number): void {
    this.#spent += cost;
  }

  get spent(): number {
    return this.#spent;
  }

  get isSpent(): boolean {
    return this.#spent >= this.limit;
  }
}
