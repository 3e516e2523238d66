import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, pid } from 'node:process';
import { onTestFinished } from 'vitest';
import { type RunEnd, type RunPlan, runProgram } from '../run.ts';
import { readProcesses } from '../table.ts';

export interface Ran extends RunEnd {
  readonly out: string;
  readonly err: string;
}

/** Runs a shell script, and returns how it ended and what it printed. */
export async function runScript(script: string, more: Partial<RunPlan> = {}): Promise<Ran> {
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  const end = await runProgram({
    program: '/bin/sh',
    args: ['-c', script],
    cwd: '/',
    env: { PATH: env.PATH ?? '' },
    outerRun: undefined,
    timeoutMs: 30_000,
    signal: new AbortController().signal,
    keepChildren: false,
    stdout: (chunk) => void out.push(chunk),
    stderr: (chunk) => void err.push(chunk),
    ...more,
  });
  return { ...end, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

let marks = 0;

/** A number of seconds that no other test sleeps, by which the processes of one test are known. */
export function uniqueSeconds(): number {
  return 100_000_000 + pid * 100 + marks++;
}

/** The processes whose command line contains this text. */
export function processesWith(text: number | string): readonly number[] {
  const found = readProcesses().filter((entry) => entry.pid !== pid && entry.command().includes(String(text)));
  return found.map((entry) => entry.pid);
}

/** Waits until the condition is met; the timeout of the test is the limit. */
export async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'helve-processes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The content of a file, empty while it does not exist. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
