import type { Confinement } from '@helve/command';
import { adviceFor } from '@helve/policy';
import { post } from '../transport/post.ts';
import type { Hook } from './hook-settings.ts';

export interface HookPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project that the conversation is in. */
  readonly project: string;
  /** What its program is confined to; absent: nothing. */
  readonly confinement: Confinement | undefined;
}

/** What became of a hook: `2` is the code with which a program refuses. */
export type HookEnd =
  | { readonly kind: 'ended'; readonly code: number | null; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'late' }
  /** It could not be asked at all. */
  | { readonly kind: 'unreachable'; readonly why: string };

/** Of what a hook says, so much is read. */
const MOST_CHARACTERS = 64 * 1024;

/** Runs a hook to its end. All that it started is gone when it is over, late or cancelled. */
export async function runHook(hook: Hook, payload: object, place: HookPlace, signal: AbortSignal): Promise<HookEnd> {
  try {
    return hook.type === 'command'
      ? await runCommand(hook.command, hook.timeout, payload, place, signal)
      : await sendRequest(hook, payload, place, signal);
  } catch (thrown) {
    return { kind: 'unreachable', why: (thrown as Error).message };
  }
}

async function runCommand(
  command: string,
  seconds: number,
  payload: object,
  { cwd, env, project, confinement }: HookPlace,
  signal: AbortSignal,
): Promise<HookEnd> {
  const { needsIn, prepareProgram, requireStarted, RUN_VARIABLE, runProgram } = await import('@helve/processes');
  const [stdout, stderr] = [new Said(), new Said()];
  const variables = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const program = await prepareProgram(
    {
      program: '/bin/sh',
      args: ['-c', command],
      cwd,
      env: Object.fromEntries(variables),
      own: { CLAUDE_PROJECT_DIR: project, HELVE_PROJECT_DIR: project },
    },
    confinement,
  );
  const end = await runProgram({
    ...program,
    outerRun: env[RUN_VARIABLE],
    timeoutMs: seconds * 1000,
    signal,
    keepChildren: false,
    input: JSON.stringify(payload),
    stdout: (chunk) => stdout.add(chunk),
    stderr: (chunk) => stderr.add(chunk),
  }).finally(program.release);
  if (end.outcome !== 'exited') return { kind: 'late' };
  const said = stderr.text;
  requireStarted(program, end.exitCode, said);
  // Also at exit code 2: that is how a shell ends which cannot write a file, too.
  const needs = confinement && end.exitCode !== 0 ? needsIn(said, { confinement, cwd }) : [];
  const advice = needs.length > 0 ? `${adviceFor(needs)}\n` : '';
  return { kind: 'ended', code: end.exitCode, stdout: stdout.text, stderr: `${advice}${said}` };
}

async function sendRequest(
  { url, headers, timeout }: Extract<Hook, { readonly type: 'http' }>,
  payload: object,
  { env }: HookPlace,
  signal: AbortSignal,
): Promise<HookEnd> {
  const late = AbortSignal.timeout(timeout * 1000);
  const said = new Said();
  try {
    const given = Object.entries(headers).map(([name, value]) => [name, withVariables(value, env)]);
    const reply = await post(
      {
        url: new URL(url),
        headers: { 'content-type': 'application/json', ...Object.fromEntries(given) },
        body: JSON.stringify(payload),
      },
      { signal: AbortSignal.any([signal, late]), idleMs: timeout * 1000, env },
    );
    for await (const text of reply.text) said.add(Buffer.from(text));
    const ok = reply.status >= 200 && reply.status < 300;
    return { kind: 'ended', code: ok ? 0 : reply.status, stdout: ok ? said.text : '', stderr: ok ? '' : said.text };
  } catch (thrown) {
    if (late.aborted) return { kind: 'late' };
    throw thrown;
  }
}

function withVariables(value: string, env: HookPlace['env']): string {
  return value.replaceAll(
    /\$\{(\w+)\}|\$(\w+)/g,
    (_, braced?: string, plain?: string) => env[braced ?? plain ?? ''] ?? '',
  );
}

/** The beginning of what was said. */
class Said {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  add(chunk: Buffer): undefined {
    if (this.#bytes < MOST_CHARACTERS) this.#chunks.push(chunk.subarray(0, MOST_CHARACTERS - this.#bytes));
    this.#bytes += chunk.length;
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}
