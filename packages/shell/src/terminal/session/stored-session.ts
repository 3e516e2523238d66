import { join } from 'node:path';
import { Readers } from './readers.ts';
import { Screen, type ScreenView } from './screen.ts';
import { readMeta, type SessionMeta } from './session-files.ts';
import { logRange, readLog } from './session-log.ts';

/** What a session printed, whether it still runs or only its files are left. */
export interface SessionOutput {
  readonly meta: SessionMeta;
  readonly running: boolean;
  /** Bytes printed so far. */
  readonly size: number;
  /** Where what is kept of them begins. */
  readonly start: number;
  readonly readers: Readers;
  read(from: number, length: number): Buffer;
  view(): Promise<ScreenView>;
}

/** A session of a process that is gone; nothing if it left no files. */
export function openStored(sessions: string, id: string): SessionOutput | undefined {
  const dir = join(sessions, id);
  const meta = readMeta(dir);
  if (!meta) return undefined;
  const stored: SessionOutput = {
    meta,
    running: false,
    ...logRange(dir),
    readers: new Readers(),
    read: (from, length) => readLog(dir, from, Math.min(length, stored.size - from)),
    view: () => replayScreen(stored),
  };
  return stored;
}

/** More than any screen full of colours takes. */
const REPLAYED_BYTES = 1024 * 1024;

/** The screen as it was at the end. */
export async function replayScreen(output: Pick<SessionOutput, 'meta' | 'size' | 'read'>): Promise<ScreenView> {
  const { meta, size } = output;
  const screen = await Screen.open(meta.cols, meta.rows);
  const from = Math.max(0, size - REPLAYED_BYTES);
  screen.feed(output.read(from, size - from));
  const view = await screen.view();
  screen.close();
  return view;
}
