import { join } from 'node:path';
import * as v from 'valibot';
import { appendEntry, readEntries } from './journal.ts';

const Run = v.object({
  at: v.string(),
  command: v.string(),
  workingDirectory: v.string(),
  status: v.picklist(['success', 'error', 'timeout', 'cancelled']),
  exitCode: v.nullable(v.number()),
  duration: v.number(),
});

/** What a run printed, where its result had all of it. */
const Printed = v.object({ at: v.string(), command: v.string(), text: v.string() });

/** A line that was entered in the shell of a session: how it ended is the shell's alone. */
const Entered = v.object({
  at: v.string(),
  command: v.string(),
  workingDirectory: v.string(),
  status: v.literal('entered'),
  /** False where keys may have made another line of what was typed. */
  exact: v.boolean(),
});

export type RunEntry = v.InferOutput<typeof Run>;
export type EnteredEntry = v.InferOutput<typeof Entered>;
export type PrintedEntry = v.InferOutput<typeof Printed>;

/** Longer commands are kept in part. */
export const LONGEST_COMMAND = 10_000;

export async function appendRun(home: string, entry: RunEntry): Promise<void> {
  await appendEntry(runsIn(home), cut(entry));
}

/** Oldest first. */
export function readRuns(home: string): Promise<readonly RunEntry[]> {
  return readEntries(runsIn(home), Run);
}

export async function appendPrinted(home: string, entry: PrintedEntry): Promise<void> {
  await appendEntry(printedIn(home), cut(entry));
}

/** Oldest first. */
export function readPrinted(home: string): Promise<readonly PrintedEntry[]> {
  return readEntries(printedIn(home), Printed);
}

export async function appendEntered(sessionFolder: string, entry: EnteredEntry): Promise<void> {
  await appendEntry(enteredIn(sessionFolder), cut(entry));
}

/** Oldest first. */
export function readEntered(sessionFolder: string): Promise<readonly EnteredEntry[]> {
  return readEntries(enteredIn(sessionFolder), Entered);
}

export function runsIn(home: string): string {
  return join(home, 'history.jsonl');
}

export function printedIn(home: string): string {
  return join(home, 'output.jsonl');
}

export function enteredIn(sessionFolder: string): string {
  return join(sessionFolder, 'history.jsonl');
}

function cut<Entry extends { readonly command: string }>(entry: Entry): Entry {
  const { command } = entry;
  return command.length > LONGEST_COMMAND ? { ...entry, command: `${command.slice(0, LONGEST_COMMAND)}…` } : entry;
}
