import type { Confinement } from '@helve/command';
import { adviceFor } from '@helve/policy';
import { post } from '../transport/post.ts';
import { existsSync } from 'node:fs';
import { isObject } from '@helve/settings';
import type { CommandHook, Hook, HttpHook, PromptHook } from './hook-settings.ts';

export interface HookPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project that the conversation is in. */
  readonly project: string;
  /** What its program is confined to; absent: nothing. */
  readonly confinement: Confinement | undefined;
  /** Asks a model; absent: there is none to ask. */
  readonly askModel?: AskModel | undefined;
}

/** Asks a model one question, of which the conversation pays for the answer. */
export type AskModel = (
  question: string,
  options: { readonly model: string | undefined; readonly signal: AbortSignal },
) => Promise<string>;

/** What became of a hook: `2` is the code with which a program refuses. */
export type HookEnd =
  | { readonly kind: 'ended'; readonly code: number | null; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'late' }
  /** It could not be asked at all. */
  | { readonly kind: 'unreachable'; readonly why: string };

/** Of what a hook says, so much is read. */
const MOST_CHARACTERS = 64 * 1024;

/** Runs a hook to its end. All that it started is gone when it is over, late or cancelled. */
export async function runHook(
  hook: Hook,
  seconds: number,
  payload: object,
  place: HookPlace,
  signal: AbortSignal,
): Promise<HookEnd> {
  try {
    switch (hook.type) {
      case 'command':
        return await runCommand(hook, seconds, payload, place, signal);
      case 'http':
        return await sendRequest(hook, seconds, payload, place, signal);
      case 'prompt':
        return await askModel(hook, seconds, payload, place, signal);
    }
  } catch (thrown) {
    return { kind: 'unreachable', why: (thrown as Error).message };
  }
}

/** Hooks are written for bash. Where there is none, many run in any other shell too. */
const SHELL = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path)) ?? '/bin/sh';

async function runCommand(
  { command, args }: CommandHook,
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
      ...(args ? { program: command, args } : { program: SHELL, args: ['-c', command] }),
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
  { url, headers, allowedEnvVars }: HttpHook,
  seconds: number,
  payload: object,
  { env }: HookPlace,
  signal: AbortSignal,
): Promise<HookEnd> {
  const late = AbortSignal.timeout(seconds * 1000);
  const said = new Said();
  const allowed = ([name]: readonly [string, unknown]) => allowedEnvVars?.includes(name) ?? true;
  const known = Object.fromEntries(Object.entries(env).filter(allowed));
  try {
    const given = Object.entries(headers).map(([name, value]) => [name, withVariables(value, known)]);
    const reply = await post(
      {
        url: new URL(url),
        headers: { 'content-type': 'application/json', ...Object.fromEntries(given) },
        body: JSON.stringify(payload),
      },
      { signal: AbortSignal.any([signal, late]), idleMs: seconds * 1000, env },
    );
    for await (const text of reply.text) said.add(Buffer.from(text));
    const ok = reply.status >= 200 && reply.status < 300;
    return { kind: 'ended', code: ok ? 0 : reply.status, stdout: ok ? said.text : '', stderr: ok ? '' : said.text };
  } catch (thrown) {
    if (late.aborted) return { kind: 'late' };
    throw thrown;
  }
}

const VERDICT = 'Reply with JSON alone: {"ok": true}, or {"ok": false, "reason": "…"} to object.';

/** Has a model decide. What it says is a decision only where it has the form of one. */
async function askModel(
  { prompt, model }: PromptHook,
  seconds: number,
  payload: object,
  place: HookPlace,
  signal: AbortSignal,
): Promise<HookEnd> {
  if (!place.askModel) return { kind: 'unreachable', why: 'there is no model to ask' };
  const late = AbortSignal.timeout(seconds * 1000);
  const given = JSON.stringify(payload);
  const question = prompt.includes('$ARGUMENTS')
    ? prompt.replaceAll('$ARGUMENTS', () => given)
    : `${prompt}\n\n${given}`;
  try {
    const signals = { model, signal: AbortSignal.any([signal, late]) };
    const said = await place.askModel(`${question}\n\n${VERDICT}`, signals);
    const verdict = /\{[\s\S]*\}/.exec(said)?.[0];
    if (verdict === undefined || !isVerdict(verdict)) {
      return { kind: 'unreachable', why: `the model did not decide: ${said.trim().slice(0, 200)}` };
    }
    return { kind: 'ended', code: 0, stdout: verdict, stderr: '' };
  } catch (thrown) {
    if (late.aborted) return { kind: 'late' };
    throw thrown;
  }
}

function isVerdict(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && typeof value.ok === 'boolean';
  } catch {
    return false;
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
