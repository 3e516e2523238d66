import type { Prompt, WaitingPrompt } from '../loop/prompt.ts';

/** Why something that waited for its turn was not done. */
export type Dropped = 'cancelled' | 'withdrawn';

export interface Job<Result> {
  /** What the user said that it is about, if they did. */
  readonly prompt?: Prompt;
  readonly work: () => Promise<Result>;
  /** What comes of it when it is not done; may throw. */
  readonly instead: (why: Dropped) => Result;
}

interface WaitingJob {
  readonly shown: WaitingPrompt | undefined;
  /** Does it, and gives a way to tell whoever waits for it. */
  readonly run: () => Promise<() => void>;
  readonly drop: (why: Dropped) => void;
}

/** What is done one after the other, and what the user said meanwhile: both can be seen and taken back. */
export class TurnQueue {
  readonly #onChange: (waiting: readonly WaitingPrompt[]) => void;
  readonly #jobs: WaitingJob[] = [];
  readonly #steering: WaitingPrompt[] = [];
  #running: Promise<unknown> | undefined;
  #count = 0;

  constructor(onChange: (waiting: readonly WaitingPrompt[]) => void) {
    this.#onChange = onChange;
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  get waiting(): readonly WaitingPrompt[] {
    return [...this.#steering, ...this.#jobs.flatMap(({ shown }) => shown ?? [])];
  }

  /** Does something when all before it is done. */
  add<Result>(job: Job<Result>): Promise<Result> {
    return this.#put(job, () => this.#jobs.length);
  }

  /** Does something before all that waits. */
  addFirst<Result>(job: Job<Result>): Promise<Result> {
    return this.#put(job, () => 0);
  }

  /** Keeps what was said to the turn that goes on. */
  steer(prompt: Prompt): void {
    this.#steering.push(this.#show(prompt, 'steer'));
    this.#changed();
  }

  takeSteering(): readonly Prompt[] {
    const taken = this.#steering.splice(0);
    if (taken.length > 0) this.#changed();
    return taken;
  }

  /** Takes back what waits. */
  withdraw(id: string): Prompt | undefined {
    const steered = this.#steering.findIndex((prompt) => prompt.id === id);
    const [prompt] = steered === -1 ? [] : this.#steering.splice(steered, 1);
    const queued = this.#jobs.findIndex(({ shown }) => shown?.id === id);
    const [job] = queued === -1 ? [] : this.#jobs.splice(queued, 1);
    job?.drop('withdrawn');
    const taken = prompt ?? job?.shown;
    if (taken) this.#changed();
    return taken;
  }

  /** Does nothing of what waits; gives what the user said. */
  drop(): readonly Prompt[] {
    const prompts = this.waiting;
    this.#steering.splice(0);
    for (const job of this.#jobs.splice(0)) job.drop('cancelled');
    if (prompts.length > 0) this.#changed();
    return prompts;
  }

  /** Resolves when what is done now is over. */
  async settled(): Promise<void> {
    await this.#running;
  }

  #put<Result>({ prompt, work, instead }: Job<Result>, place: () => number): Promise<Result> {
    return new Promise((resolve, reject) => {
      const settle = (get: () => Result) => {
        try {
          resolve(get());
        } catch (thrown) {
          reject(thrown);
        }
      };
      const job: WaitingJob = {
        shown: prompt && this.#show(prompt, 'queue'),
        run: () =>
          work().then(
            (result) => () => resolve(result),
            (thrown: unknown) => () => reject(thrown),
          ),
        drop: (why) => settle(() => instead(why)),
      };
      if (!this.isBusy) return this.#start(job);
      this.#jobs.splice(place(), 0, job);
      if (job.shown) this.#changed();
    });
  }

  #start(job: WaitingJob): void {
    this.#running = this.#work(job);
  }

  async #work(job: WaitingJob): Promise<void> {
    const tell = await job.run();
    // Whoever is told next finds it idle.
    this.#running = undefined;
    const next = this.#jobs.shift();
    if (next) this.#start(next);
    if (next?.shown) this.#changed();
    tell();
  }

  #show(prompt: Prompt, kind: WaitingPrompt['kind']): WaitingPrompt {
    return { ...prompt, id: `waiting${++this.#count}`, kind };
  }

  #changed(): void {
    this.#onChange(this.waiting);
  }
}
