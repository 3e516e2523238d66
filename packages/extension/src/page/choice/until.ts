import { delay } from '../worker/delay.ts';

const LOOK_MS = 30;

/** Looks again and again until there is something to see, or for long enough. */
export async function until<Value>(longestMs: number, look: () => Value | undefined): Promise<Value | undefined> {
  const end = performance.now() + longestMs;
  for (;;) {
    const seen = look();
    if (seen !== undefined || performance.now() > end) return seen;
    await delay(LOOK_MS);
  }
}

/** Words as they are compared. */
export function normal(text: string | null): string {
  return (text ?? '').replace(/[\s\u200b]+/g, ' ').trim();
}
