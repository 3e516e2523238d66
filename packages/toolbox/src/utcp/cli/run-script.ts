import { randomUUID } from 'node:crypto';
import { prepareProgram, requireStarted, type RunEnd, RUN_VARIABLE, runProgram } from '@helve/processes';
import type { Host } from '../protocol.ts';

export interface ScriptRun {
  /** When each step that was begun began, in milliseconds from the start. */
  readonly began: readonly number[];
  /** Exit codes of the steps that the script went on after. */
  readonly exitCodes: readonly number[];
  readonly end: RunEnd;
  readonly milliseconds: number;
  /** What the shell itself printed outside of the steps, as a trap does at an exit; not more than a little. */
  readonly stray: { readonly stdout: string; readonly stderr: string };
}

export interface ScriptStart {
  readonly program: string;
  readonly args: (mark: string) => readonly string[];
  readonly stepCount: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly stopOnError: boolean;
  /** Told when a step begins, and, with its exit code, when it ends; `at` counts from the start. */
  readonly onStep: (step: number, exitCode: number | null | undefined, at: number) => void;
}

const STRAY_LIMIT = 16 * 1024;

/** Runs a script, and hears of each step as it ends. */
export async function runScript(start: ScriptStart, host: Host): Promise<ScriptRun> {
  const mark = randomUUID();
  const began: number[] = [0];
  const exitCodes: number[] = [];
  const started = performance.now();
  const stray = { stdout: '', stderr: '' };
  let line = '';
  const addStray = (stream: 'stdout' | 'stderr', text: string) => {
    stray[stream] = `${stray[stream]}${text}`.slice(0, STRAY_LIMIT);
  };
  start.onStep(0, undefined, 0);
  const hear = (text: string) => {
    const lines = (line + text).split('\n');
    line = (lines.pop() ?? '').slice(-STRAY_LIMIT);
    for (const each of lines) {
      const code = each.startsWith(`${mark} `) ? Number(each.slice(mark.length + 1)) : Number.NaN;
      if (!Number.isInteger(code) || exitCodes.length >= start.stepCount - 1) {
        addStray('stdout', `${each}\n`);
        continue;
      }
      exitCodes.push(code);
      start.onStep(exitCodes.length - 1, code, performance.now() - started);
      if (code !== 0 && start.stopOnError) continue;
      began.push(performance.now() - started);
      start.onStep(exitCodes.length, undefined, performance.now() - started);
    }
  };
  const program = await prepareProgram(
    // All its variables were named for it: by its template, or in the list of those that every script has.
    { program: start.program, args: start.args(mark), cwd: start.cwd, env: {}, own: start.env },
    host.confinement,
  );
  const end = await runProgram({
    ...program,
    outerRun: host.env[RUN_VARIABLE],
    timeoutMs: start.timeoutMs,
    signal: host.signal,
    keepChildren: false,
    stdout: (chunk) => {
      hear(chunk.toString());
      return undefined;
    },
    stderr: (chunk) => {
      addStray('stderr', chunk.toString());
      return undefined;
    },
  }).finally(program.release);
  requireStarted(program, end.exitCode, stray.stderr);
  addStray('stdout', line);
  const milliseconds = performance.now() - started;
  if (began.length > exitCodes.length) start.onStep(exitCodes.length, end.exitCode, milliseconds);
  return { end, milliseconds, began, exitCodes, stray };
}
