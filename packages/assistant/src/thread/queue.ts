import type { KeptEnvironment } from './environment.ts';
import type { ThreadRecord } from './record.ts';

/** A thread that a worker runs. */
export interface Claim {
  readonly record: ThreadRecord;
  /** Counts who has run the thread. A worker with an older number has lost it. */
  readonly epoch: number;
  readonly env: KeptEnvironment;
  /** The worker before was told to stop, and the thread continues although its log says that it was cancelled. */
  readonly wasPaused: boolean;
}

/** A message to a thread that is not in its log yet. */
export interface Message {
  readonly id: string;
  readonly text: string;
}

/**
 * Where threads are kept, and where they wait for a worker. The embedded driver is SQLite for one machine; a driver for
 * many machines implements the same interface.
 */
export interface ThreadQueue {
  /** All of them, oldest first. */
  readonly records: () => Promise<readonly ThreadRecord[]>;
  readonly add: (record: ThreadRecord, env: KeptEnvironment) => Promise<void>;
  /** Changes some fields, and returns the record; undefined: there is none. */
  readonly change: (id: string, change: Partial<ThreadRecord>) => Promise<ThreadRecord | undefined>;
  /** The environment of whoever started a thread. */
  readonly environment: (id: string) => Promise<KeptEnvironment>;
  readonly remove: (id: string) => Promise<void>;
  /** Puts a thread behind those that wait already, with the environment of whoever wants it to run. */
  readonly enqueue: (id: string, env: KeptEnvironment) => Promise<ThreadRecord | undefined>;
  /**
   * Takes the next thread of the queue: the one with the highest priority, then of the project of which the fewest run,
   * then the one that waits longest. `except` are threads that cannot run yet.
   */
  readonly claim: (except: readonly string[]) => Promise<Claim | undefined>;
  /** Records how a thread stands. False: another worker has it by now, and nothing was changed. */
  readonly settle: (claim: Pick<Claim, 'record' | 'epoch'>, change: Partial<ThreadRecord>) => Promise<boolean>;
  /** Puts back a thread that this worker cannot finish because it was told to stop. It continues where its log ends. */
  readonly pause: (claim: Pick<Claim, 'record' | 'epoch'>) => Promise<void>;
  /**
   * Puts back the threads of workers that no longer run. A thread whose worker was killed several times is parked: it may
   * be the reason.
   */
  readonly recover: () => Promise<void>;
  readonly say: (id: string, text: string) => Promise<Message>;
  /** Messages that are not in the log yet, oldest first. */
  readonly said: (id: string) => Promise<readonly Message[]>;
  /** Removes messages: they are in the log, or were refused. */
  readonly heard: (messages: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
}
