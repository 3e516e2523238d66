import { type CommandError, toCommandError } from '@helve/command';
import { isOver, type ThreadRecord } from './record.ts';
import { nextRun } from './schedule.ts';

/** At most so long until the clock is looked at again: it may be set, or the machine may sleep. */
const LOOK_MS = 30_000;

export interface SchedulerParts {
  readonly now: () => number;
  readonly records: () => Promise<readonly ThreadRecord[]>;
  readonly change: (id: string, change: Partial<ThreadRecord>) => Promise<unknown>;
  /** Starts a thread as a scheduled one describes it. */
  readonly fire: (scheduled: ThreadRecord, slot: string) => Promise<unknown>;
}

/**
 * Starts threads when their schedule is due. A run that was due while no service ran starts with the next one, once. A run
 * is left out while the one before has not ended.
 */
export class Scheduler {
  readonly #parts: SchedulerParts;
  /** Whether a run that is due could not start for want of a key. */
  lacksKey = false;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
  }

  /** Starts what is due, and looks again when something will be. */
  look(): Promise<void> {
    this.#working = this.#working.then(() => this.#look());
    return this.#working;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.lacksKey = false;
    const { now, records } = this.#parts;
    const all = await records();
    const dues: number[] = [];
    for (const scheduled of all.filter(({ status }) => status === 'scheduled'))
      dues.push(await this.#run(scheduled, all));
    if (dues.length === 0 || this.#isClosed) return;
    const wait = Math.min(Math.max(Math.min(...dues) - now(), 0), LOOK_MS);
    this.#timer = setTimeout(() => void this.look(), wait).unref();
  }

  /** Returns when it is due next. */
  async #run(scheduled: ThreadRecord, all: readonly ThreadRecord[]): Promise<number> {
    const { now, change, fire } = this.#parts;
    const { id, schedule = '', nextRun: slot = '' } = scheduled;
    if (Date.parse(slot) > now()) return Date.parse(slot);
    const runs = all.filter(({ scheduledBy }) => scheduledBy === id);
    // A service that was killed may have started this run and not noted the next.
    const isDone = runs.some(({ scheduledFor }) => scheduledFor === slot) || runs.some((run) => !isOver(run));
    let failed: CommandError | undefined;
    if (!isDone) {
      await fire(scheduled, slot).catch((thrown: unknown) => {
        failed = toCommandError(thrown);
      });
    }
    // A caller who has the key may still come.
    const lacksKey = failed?.code === 'AUTH_REQUIRED';
    if (lacksKey) this.lacksKey = true;
    const next = lacksKey ? slot : nextRun(schedule, Math.max(now(), Date.parse(slot)));
    await change(id, { nextRun: next, problem: failed?.message });
    return lacksKey ? now() + LOOK_MS : Date.parse(next);
  }
}
