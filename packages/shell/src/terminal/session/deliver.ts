import { keyBytes, type Stroke } from './keys.ts';
import type { ScreenModes } from './screen.ts';
import type { Session } from './session.ts';
import { waitFor } from './wait.ts';

export interface Delivery {
  /** The value to type for `{secret}`. */
  readonly secret: string;
  /** It is one paste, and not typed line by line. */
  readonly paste: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What became of the input. */
export interface Delivered {
  /** Bytes that the program gets. */
  readonly bytes: number;
  /** Bytes of the whole input. */
  readonly of: number;
  /** Bytes at the end of lines that were too long for the terminal. */
  readonly cut: number;
  /** How much the session had printed when the last part was typed. */
  readonly lastFrom: number;
}

/** Bytes that are handed over at a time: each is taken before the next is offered. */
const PIECE_BYTES = 1024;

/** The longest line that a terminal in its usual mode takes; the kernel drops the rest. */
const CANONICAL_LINE_BYTES = 4095;

/** How long a program may take to read what was entered before the next line is typed ahead. */
const READY_MS = 1000;

/** The least time for the whole input, however short the wait for the response is. */
const LEAST_MS = 2000;

/** After these keys a person waits for the program: it may start another, change the terminal, or discard its input. */
const HANDING_OVER: ReadonlySet<string> = new Set([
  'enter',
  'return',
  'escape',
  'esc',
  'ctrl+c',
  'ctrl+d',
  'ctrl+m',
  'ctrl+j',
  'ctrl+o',
  'ctrl+z',
  'ctrl+\\',
]);

/**
 * Types the strokes as a person does: after each line helve waits until the program asks for more. All at once, a line for
 * the next program would arrive while the terminal is in the mode of the one before, where enter is another character.
 */
export async function deliver(session: Session, strokes: readonly Stroke[], delivery: Delivery): Promise<Delivered> {
  const limitMs = Math.max(delivery.timeoutMs, LEAST_MS);
  const end = performance.now() + limitMs;
  // Not AbortSignal.timeout: nobody listens to it, and Node 20 collects such a signal before it is aborted.
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  const signal = AbortSignal.any([delivery.signal, late.signal]);
  const parts = delivery.paste ? [strokes] : partsOf(strokes);
  let [taken, of, cut] = [0, 0, 0];
  let isOpen = true;
  let lastFrom = session.size;
  for (const [place, part] of parts.entries()) {
    // Programs change the modes of the terminal: each part is encoded when it is due.
    const bytes = encodeStrokes(part, await session.modes(), delivery);
    of += bytes.length;
    if (!isOpen) continue;
    lastFrom = session.size;
    cut += await bytesCut(session, bytes);
    const accepted = await session.write(pieces(bytes), signal);
    taken += accepted;
    isOpen = accepted === bytes.length;
    if (isOpen && place < parts.length - 1) await untilReady(session, lastFrom, end, delivery.signal);
  }
  clearTimeout(timer);
  return { bytes: taken - cut, of, cut, lastFrom };
}

/** The bytes that a terminal in these modes sends for strokes. */
export function encodeStrokes(
  strokes: readonly Stroke[],
  modes: ScreenModes,
  { secret, paste }: Pick<Delivery, 'secret' | 'paste'>,
): Buffer {
  return Buffer.concat(strokes.map((stroke) => encode(stroke, modes, secret, paste)));
}

function encode(stroke: Stroke, modes: ScreenModes, secret: string, paste: boolean): Buffer {
  if ('key' in stroke) return Buffer.from(keyBytes(stroke.key, modes));
  const text = 'secret' in stroke ? secret : stroke.text.replace(/\r\n?|\n/g, '\r');
  const bytes = Buffer.from(text);
  // A program that knows pastes takes a long one in one go instead of key by key.
  if (!modes.bracketedPaste || !(paste || bytes.length > CANONICAL_LINE_BYTES)) return bytes;
  return Buffer.concat([Buffer.from('\x1b[200~'), bytes, Buffer.from('\x1b[201~')]);
}

function partsOf(strokes: readonly Stroke[]): readonly (readonly Stroke[])[] {
  const parts: Stroke[][] = [[]];
  for (const stroke of strokes) {
    parts.at(-1)?.push(stroke);
    if ('key' in stroke && HANDING_OVER.has(stroke.key)) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

async function untilReady(session: Session, from: number, end: number, signal: AbortSignal): Promise<void> {
  const timeoutMs = Math.min(READY_MS, end - performance.now());
  if (timeoutMs <= 0) return;
  const echoes = async () => (await session.lineModes())?.echo === true;
  await waitFor(session, { until: { kind: 'answer' }, from, timeoutMs, signal, echoes });
}

function pieces(bytes: Buffer): readonly Buffer[] {
  const count = Math.ceil(bytes.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES));
}

/** Return, line feed, and the keys that end or discard a line. */
const LINE_END = /[\r\n\x03\x04\x15]/;

/** How many bytes the terminal drops: a program that reads by lines gets no longer ones. */
async function bytesCut(session: Session, bytes: Buffer): Promise<number> {
  const [first = '', ...rest] = bytes.toString('latin1').split(LINE_END);
  const lines = [session.unentered + first.length, ...rest.map(({ length }) => length)];
  const before = Math.max(0, session.unentered - CANONICAL_LINE_BYTES);
  session.unentered = lines.at(-1) ?? 0;
  const cut = lines.reduce((sum, length) => sum + Math.max(0, length - CANONICAL_LINE_BYTES), 0) - before;
  return cut > 0 && (await session.lineModes())?.canonical ? cut : 0;
}
