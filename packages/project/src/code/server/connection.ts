import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { platform } from 'node:process';
import { CommandError, type Confinement, type Place } from '@helve/command';
import {
  type Attempt,
  beginProgram,
  type Begun,
  endTree,
  type Hold,
  prepareProgram,
  RUN_VARIABLE,
  watchOver,
} from '@helve/processes';
import type { LanguageServer } from '../find-server.ts';
import { encode, type Message, MessageReader } from './messages.ts';

export interface ConnectionPlan {
  readonly server: LanguageServer;
  readonly root: string;
  readonly env: Place['env'];
  readonly confinement: Confinement | undefined;
  /** Hears of what the server says by itself, and answers its requests. */
  readonly notified: (method: string, params: unknown) => void;
  readonly answer: (method: string, params: unknown) => unknown;
}

const MOST_STDERR = 2_000;
const CLOSE_MS = 500;
const END_GRACE_MS = 500;

/** A language server as a child process. Nothing of it is left when it is closed, nor when this process is killed. */
export class Connection {
  readonly #plan: ConnectionPlan;
  readonly #tag = randomBytes(16).toString('hex');
  readonly #reader = new MessageReader();
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #child: ChildProcess | undefined;
  #release = () => {};
  #unwatch: (() => void) | undefined;
  #said = '';
  #next = 1;
  #exited: Promise<void> = Promise.resolve();
  /** Why it cannot be used any more. */
  failure: CommandError | undefined;

  private constructor(plan: ConnectionPlan) {
    this.#plan = plan;
  }

  static async open(plan: ConnectionPlan): Promise<Connection> {
    const connection = new Connection(plan);
    await connection.#start();
    return connection;
  }

  /** Sends a request, and gives what the server answers. */
  request(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    if (this.failure) return Promise.reject(this.failure);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#waiting.delete(id);
        this.notify('$/cancelRequest', { id });
        const { reason } = signal;
        reject(
          reason instanceof Error
            ? reason
            : new CommandError('CANCELLED', 'The request was cancelled', { retry: 'safe' }),
        );
      };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      const done = () => signal.removeEventListener('abort', stop);
      this.#waiting.set(id, {
        resolve: (value) => (done(), resolve(value)),
        reject: (error) => (done(), reject(error)),
      });
      this.#write({ id, method, params });
    });
  }

  notify(method: string, params: unknown): void {
    if (!this.failure) this.#write({ method, params });
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#fail(
      new CommandError('UNAVAILABLE', `The language server ${this.#plan.server.name} was closed`, { retry: 'safe' }),
    );
    if (child?.pid === undefined) return;
    child.stdin?.end();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
    await Promise.race([this.#exited, late]);
    clearTimeout(timer);
    await endTree({ pid: child.pid, runId: this.#tag }, END_GRACE_MS);
    this.#finish();
  }

  async #start(): Promise<void> {
    const { server, root, env, confinement } = this.#plan;
    const variables = Object.entries({ ...env }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const program = await prepareProgram(
      { program: server.command, args: server.args, cwd: root, env: Object.fromEntries(variables), own: server.env },
      confinement,
    );
    this.#release = program.release;
    try {
      await beginProgram(program, (attempt, hold) => this.#spawn(attempt, hold));
    } catch (thrown) {
      program.release();
      throw new CommandError(
        'PROGRAM_MISSING',
        `The language server ${server.name} cannot be started: ${(thrown as Error).message}`,
        {
          hint: `Its command is ${server.command} (from ${server.source}).`,
          retry: 'never',
          cause: thrown,
        },
      );
    }
  }

  async #spawn({ program, args, env }: Attempt, hold: Hold): Promise<Begun> {
    const child = spawn(program, args, {
      cwd: this.#plan.root,
      env: { ...env, [RUN_VARIABLE]: this.#tag },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    this.#unwatch?.();
    if (child.pid !== undefined) this.#unwatch = watchOver({ pid: child.pid, runId: this.#tag }, this.#plan.env.PATH);
    child.stdout.on(
      'data',
      hold((chunk: Buffer) => this.#take(chunk)),
    );
    child.stderr.setEncoding('utf8').on(
      'data',
      hold((text: string) => {
        this.#said = `${this.#said}${text}`.slice(-MOST_STDERR);
      }),
    );
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
    const ended = hold((code: number | null, signal: NodeJS.Signals | null) => {
      const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
      this.#broken(`${how}${this.#said.trim() === '' ? '' : `: ${this.#said.trim().slice(-500)}`}`);
    });
    this.#exited = new Promise<void>((resolve) => {
      child.once('exit', (code, signal) => {
        ended(code, signal);
        resolve();
      });
      child.once('error', () => resolve());
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    return { ended: this.#exited.then(() => this.failure === undefined) };
  }

  #take(chunk: Buffer): void {
    try {
      for (const message of this.#reader.take(chunk)) this.#receive(message);
    } catch (thrown) {
      this.#broken((thrown as Error).message);
    }
  }

  #receive({ id, method, params, result, error }: Message): void {
    if (typeof method === 'string') {
      if (id === undefined) return this.#plan.notified(method, params);
      const answered = this.#plan.answer(method, params);
      return this.#write(
        answered === undefined ? { id, error: { code: -32601, message: `no ${method}` } } : { id, result: answered },
      );
    }
    const waiting = this.#waiting.get(Number(id));
    this.#waiting.delete(Number(id));
    if (!error) return waiting?.resolve(result);
    const says = `The language server ${this.#plan.server.name} answered: ${error.message.slice(0, 500)}`;
    waiting?.reject(new CommandError('TOOL_FAILED', says, { retry: 'conditional' }));
  }

  #write(message: Message): void {
    this.#child?.stdin?.write(encode(message));
  }

  /** It ended, or says what nobody understands: it is of no use any more. */
  #broken(how: string): void {
    if (this.failure) return;
    const { name } = this.#plan.server;
    this.#fail(new CommandError('UNAVAILABLE', `The language server ${name} failed: ${how}`, { retry: 'conditional' }));
    const pid = this.#child?.pid;
    if (pid === undefined) this.#finish();
    else void endTree({ pid, runId: this.#tag }, 0).finally(() => this.#finish());
  }

  #fail(error: CommandError): void {
    this.failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.failure);
    this.#waiting.clear();
  }

  #finish(): void {
    for (const stream of [this.#child?.stdin, this.#child?.stdout, this.#child?.stderr]) stream?.destroy();
    this.#unwatch?.();
    this.#release();
  }
}
