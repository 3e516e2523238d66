import { rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pid } from 'node:process';
import { CommandError, makeFolderSync, readRegularText } from '@helve/command';
import { type TakenLock, tryFileLock } from '@helve/settings';

interface Held {
  readonly lock: TakenLock;
  /** How many conversations of this process write to the log. */
  count: number;
}

const held = new Map<string, Held>();

/**
 * Makes this process the only one that writes to a log. Two that do would each continue without the other's messages.
 * `who` is what others are told. Returns a function that gives the log back.
 */
export function takeLog(file: string, who: string): () => void {
  const before = held.get(file);
  const taken = before ?? { lock: lock(file, who), count: 0 };
  taken.count++;
  held.set(file, taken);
  return () => {
    if (--taken.count > 0) return;
    held.delete(file);
    rmSync(noteOf(file), { force: true });
    taken.lock.release();
  };
}

/** What becomes of the lock when the log is removed. */
export function forgetLog(file: string): void {
  rmSync(noteOf(file), { force: true });
}

function lock(file: string, who: string): TakenLock {
  makeFolderSync(dirname(file), 0o700);
  const taken = tryFileLock(`${stem(file)}.lock`);
  if ('holder' in taken) throw inUse(file, taken.holder);
  writeFileSync(noteOf(file), `${JSON.stringify({ pid, who })}\n`, { mode: 0o600 });
  return taken;
}

/** Who writes to the log, for the message to others: the lock itself names only the process. */
function noteOf(file: string): string {
  return `${stem(file)}.writer`;
}

function stem(file: string): string {
  return file.slice(0, -'.jsonl'.length);
}

function inUse(file: string, holder: number | undefined): CommandError {
  const id = basename(file, '.jsonl');
  const who = whoIs(file, holder);
  const process = holder === undefined ? '' : ` (process ${holder})`;
  return new CommandError('CONFLICT', `The conversation ${id} is in use by ${who}${process}`, {
    hint: `Wait until it is closed there, or work in a copy: -r ${id} --fork`,
    retry: 'conditional',
    details: { id, holder: who, ...(holder === undefined ? {} : { pid: holder }) },
  });
}

function whoIs(file: string, holder: number | undefined): string {
  try {
    const note = JSON.parse(readRegularText(noteOf(file))) as { readonly pid?: unknown; readonly who?: unknown };
    if (note.pid === holder && typeof note.who === 'string') return note.who;
  } catch {
    // It is just being written, or was removed.
  }
  return 'another helve';
}
