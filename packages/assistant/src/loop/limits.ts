import { addUsage, NO_USAGE, type Usage } from '../model/usage.ts';

/** What may be spent, in US dollars. One budget may be shared by conversations: those of subagents count. */
export class Budget {
  readonly limit: number;
  #spent = 0;
  #usage = NO_USAGE;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit;
  }

  spend(cost: number, usage: Usage): void {
    this.#spent += cost;
    this.#usage = addUsage(this.#usage, usage);
  }

  get spent(): number {
    return this.#spent;
  }

  /** The tokens that were paid for. */
  get usage(): Usage {
    return this.#usage;
  }

  get isSpent(): boolean {
    return this.#spent >= this.limit;
  }
}

/** How often a model may be asked and was, in a turn with all the subagents that it began. */
export class RequestCount {
  readonly #limit: number;
  readonly #within: RequestCount | undefined;
  #used = 0;

  /** What is counted here is counted in `within` too, and its limit holds as well. */
  constructor(limit = Number.POSITIVE_INFINITY, within?: RequestCount) {
    this.#limit = limit;
    this.#within = within;
  }

  take(): void {
    this.#used++;
    this.#within?.take();
  }

  get isSpent(): boolean {
    return this.#used >= this.#limit || this.#within?.isSpent === true;
  }
}
