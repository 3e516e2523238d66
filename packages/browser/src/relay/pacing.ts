import { randomInt } from 'node:crypto';
import type { Bucket } from '../protocol/action.ts';

export type Pace = 'human' | 'fast';

/** The least and greatest pause between two doings of one kind, in milliseconds. */
const PAUSES: Readonly<Record<Pace, Readonly<Record<Bucket, readonly [number, number]>>>> = {
  human: { navigate: [1500, 4000], scroll: [4000, 8000], click: [1200, 2500], fill: [1200, 2500] },
  fast: { navigate: [900, 1400], scroll: [900, 1600], click: [900, 1200], fill: [900, 1200] },
};

/** Keeps a session from acting faster than it wants to. The first of each kind is free. */
export class Pacing {
  readonly #last = new Map<string, number>();

  /** How long to wait before a doing of this kind; it counts as done then. */
  pause(session: string, pace: Pace | undefined, bucket: Bucket | undefined, now: number): number {
    if (!pace || !bucket) return 0;
    const key = `${session} ${bucket}`;
    const last = this.#last.get(key);
    const [least, most] = PAUSES[pace][bucket];
    const wait = last === undefined ? 0 : Math.max(0, last + randomInt(least, most + 1) - now);
    this.#last.set(key, now + wait);
    return wait;
  }

  forget(session: string): void {
    for (const key of this.#last.keys()) if (key.startsWith(`${session} `)) this.#last.delete(key);
  }
}
