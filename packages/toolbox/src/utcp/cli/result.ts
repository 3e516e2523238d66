import { CommandError, type ErrorCode, type Need, throwIfAborted } from '@helve/command';
import { adviceFor } from '@helve/policy';
import { needsIn } from '@helve/processes';
import { parseExactJson } from '../../json.ts';
import type { Host, ToolResult } from '../protocol.ts';
import type { ScriptFiles } from './bash-script.ts';
import type { Mask } from './mask.ts';
import { type Output, readOutput } from './output.ts';
import type { ScriptRun } from './run-script.ts';
import type { CliTemplate } from './template.ts';

/** What became of one step, in the result's own words. */
export interface StepResult {
  readonly command: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Absent of a signal or when it was ended. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  readonly truncated?: true;
  readonly spill?: { readonly stdout?: string; readonly stderr?: string };
  /** The script had ended before. */
  readonly ran: boolean;
}

export interface ResultPlan {
  readonly template: CliTemplate;
  readonly files: ScriptFiles;
  readonly workingDirectory: string;
  readonly timeoutMs: number;
  readonly mask: Mask;
  /** Whether the outputs grew without end. */
  readonly tooMuch: boolean;
}

/** Makes the result of a script that is over, or throws what went wrong with it. */
export async function resultOf(run: ScriptRun, plan: ResultPlan, host: Host): Promise<ToolResult> {
  const { template, mask } = plan;
  const read = await Promise.all(template.steps.map((_, index) => readStep(index, run, plan, host)));
  const steps = read.map(({ result }) => result);
  const { outcome, exitCode, signal, survivors } = run.end;
  const detail = {
    steps,
    exitCode,
    signal,
    durationMs: Math.round(run.milliseconds),
    workingDirectory: plan.workingDirectory,
    timedOut: outcome === 'timeout',
    ...(survivors.length > 0 ? { survivors: survivors.map(({ pid }) => pid) } : {}),
  };
  const fail = (code: ErrorCode, message: string, hint: string, more: object = {}) => {
    const stderr = lastText(steps.map((step) => step.stderr));
    return new CommandError(code, stderr === '' ? message : `${message}: ${brief(stderr)}`, {
      hint,
      details: { ...detail, ...more, stderr, value: mask.text(textOf(read, template).slice(0, 30_000)) },
    });
  };
  if (plan.tooMuch) throw fail('TOO_LARGE', 'The tool printed without end and was stopped', 'Have it print less.');
  if (outcome === 'timeout') {
    const hint =
      'Give it more time with timeout_ms in its template or --timeout, or ask for less. The details contain its output.';
    throw fail('TIMEOUT', `The tool took longer than ${plan.timeoutMs} ms and was stopped`, hint);
  }
  if (outcome === 'aborted') throwIfAborted(host.signal);
  if (exitCode !== 0) {
    const last = steps.findLastIndex(({ ran }) => ran);
    const how = signal === null ? `exit code ${exitCode}` : signal;
    const needs = lacked(steps, plan, host);
    const more = needs.length > 0 ? { sandbox: { needs } } : {};
    const hint = needs.length > 0 ? adviceFor(needs) : 'Look at the steps in the details.';
    throw fail(
      exitCode === 127 ? 'PROGRAM_MISSING' : 'IO_FAILED',
      `Step ${last} of the tool ended with ${how}`,
      hint,
      more,
    );
  }
  steps.forEach((step, index) => {
    if (step.ran && step.exitCode !== 0)
      host.warn(`Step ${index} ended with exit code ${step.exitCode}, and the tool went on`);
    if (!step.ran) host.warn(`Step ${index} did not run: the script had ended before`);
  });
  return { value: valueOf(textOf(read, template)), detail };
}

/** What the programs of the steps lacked in the sandbox. */
function lacked(
  steps: readonly StepResult[],
  { workingDirectory: cwd }: ResultPlan,
  { confinement }: Host,
): readonly Need[] {
  if (!confinement) return [];
  return needsIn(steps.map(({ stdout, stderr }) => `${stdout}\n${stderr}`).join('\n'), { confinement, cwd });
}

interface ReadStep {
  readonly result: StepResult;
  readonly stdout: Output;
  readonly stderr: Output;
}

async function readStep(index: number, run: ScriptRun, plan: ResultPlan, host: Host): Promise<ReadStep> {
  const { template, mask, files } = plan;
  const step = template.steps[index];
  const begun = run.began[index];
  const wants = step?.appended ?? false;
  const running = index === run.exitCodes.length;
  const stray = running && index < template.steps.length - 1 ? run.stray : undefined;
  const readStream = async (file: string, more = '') => withMore(await readOutput(file, wants, mask, host), more, mask);
  const stdout = await readStream(files.stdout(index), stray?.stdout);
  const stderr = await readStream(files.stderr(index), stray?.stderr);
  const ran = begun !== undefined;
  const spill = {
    ...(stdout.spill === undefined ? {} : { stdout: stdout.spill }),
    ...(stderr.spill === undefined ? {} : { stderr: stderr.spill }),
  };
  const result: StepResult = {
    command: mask.text(step?.command ?? ''),
    stdout: stdout.text,
    stderr: stderr.text,
    exitCode: !ran ? null : running ? run.end.exitCode : (run.exitCodes[index] ?? null),
    durationMs: ran ? Math.round((run.began[index + 1] ?? run.milliseconds) - begun) : 0,
    ...(stdout.truncated || stderr.truncated ? { truncated: true as const, spill } : {}),
    ran,
  };
  return { result, stdout, stderr };
}

/** An output with what was printed once its step had left: by a trap at an exit. */
function withMore(output: Output, more: string, mask: Mask): Output {
  const whole = output.whole === undefined ? {} : { whole: output.whole + more };
  return more === '' ? output : { ...output, text: output.text + mask.text(more), ...whole };
}

/** The outputs that are asked for, one below the other; where there are none, what was said on stderr. */
function textOf(steps: readonly ReadStep[], template: CliTemplate): string {
  const asked = steps.filter((_, index) => template.steps[index]?.appended);
  const join = (stream: 'stdout' | 'stderr') =>
    asked
      .filter(({ result }) => result.ran)
      .map((step) => (step[stream].whole ?? step[stream].text).replace(/\n+$/, ''))
      .join('\n')
      .trim();
  return join('stdout') || join('stderr');
}

function valueOf(text: string): unknown {
  if (!/^[{[]/.test(text)) return text;
  try {
    return parseExactJson(text);
  } catch {
    // It only looks like JSON.
    return text;
  }
}

function lastText(texts: readonly string[]): string {
  return texts.findLast((text) => text.trim() !== '') ?? '';
}

function brief(text: string): string {
  const line = text.trim().split('\n').at(-1) ?? '';
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
