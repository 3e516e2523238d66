import { maskCredentials } from '@helve/processes';
import { plainText, unfinishedBytes, unfinishedEscape } from './plain-text.ts';
import type { SessionOutput } from './stored-session.ts';

export interface Taken {
  readonly output: string;
  /** Where the next reading goes on. */
  readonly end: number;
  /** There is more than was taken. */
  readonly hasMore: boolean;
  /** Bytes that were to be read and are not kept any more. */
  readonly dropped: number;
}

/** The most of unread output in which a pattern is looked for. */
const SEARCHED_BYTES = 256 * 1024;

/** Reads output from an offset on, at most so many bytes, as clean text or as it came. Never splits a character. */
export function takeOutput(session: SessionOutput, wanted: number, maxBytes: number, view: 'text' | 'raw'): Taken {
  const { size, start, running } = session;
  const from = Math.max(wanted, start);
  let length = Math.min(maxBytes, size - from);
  for (;;) {
    const bytes = session.read(from, length);
    const reachesEnd = from + bytes.length >= size;
    // What is unfinished at the very end of a session stays so.
    const whole = reachesEnd && !running ? bytes : bytes.subarray(0, bytes.length - unfinishedBytes(bytes));
    const sent = whole.toString('utf8');
    const cut = view === 'raw' || (reachesEnd && !running) ? sent.length : unfinishedEscape(sent);
    const used = cut === sent.length ? whole.length : Buffer.byteLength(sent.slice(0, cut));
    const output = view === 'raw' ? sent : plainText(sent.slice(0, cut));
    // Bytes that are no text take three each once they were replaced.
    if (Buffer.byteLength(output) > maxBytes && length > 1) {
      length = Math.floor(length / 2);
      continue;
    }
    // A sequence or a character longer than what may be taken must not stop the reading for ever.
    const end = from + (used === 0 && !reachesEnd ? bytes.length : used);
    return { output: maskCredentials(output), end, hasMore: !reachesEnd, dropped: from - wanted };
  }
}

/** What was printed from an offset on, as clean text, for a pattern to be looked for in. */
export function textSince(session: SessionOutput, from: number): string {
  const start = Math.max(from, session.size - SEARCHED_BYTES);
  return plainText(session.read(start, session.size - start).toString('utf8'));
}
