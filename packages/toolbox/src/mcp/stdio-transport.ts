import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { platform } from 'node:process';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import {
  type Attempt,
  beginProgram,
  type Begun,
  endTree,
  type Hold,
  prepareProgram,
  readProcesses,
  RUN_VARIABLE,
  watchOver,
} from '@helve/processes';
import { CommandError, type Confinement, toCommandError } from '@helve/command';
import { findProgram } from '../utcp/cli/environment.ts';
import { childEnvironment } from './child-environment.ts';
import { MessageReader } from './message-reader.ts';
import { answerWith, MESSAGE_LIMIT, tooLarge } from './server-error.ts';
import type { StdioConfig } from './server.ts';
import type { Tail } from './tail.ts';

export interface StdioPlan {
  readonly name: string;
  readonly config: StdioConfig;
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the operating system enforces on it; absent: nothing. */
  readonly confinement?: Confinement | undefined;
  /** Takes what the server says beside its answers. */
  readonly log: Tail;
}

/** How long a server may take to end once its input is closed, and then once it is asked to. */
const CLOSE_MS = 300;
const END_GRACE_MS = 500;
/** How long what a server printed last is waited for if something else holds its pipes. */
const DRAIN_MS = 200;

/**
 * A server as a child process, in a group of its own with a tag on all its descendants: nothing of it is left when it is
 * closed, nor when this process is killed.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #plan: StdioPlan;
  readonly #tag = randomBytes(16).toString('hex');
  /** Requests without an answer, and those of them that the server cannot have read. */
  readonly #waiting = new Set<string | number>();
  readonly #unsent = new Set<string | number>();
  readonly #reader: MessageReader;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;
  #unconfine: (() => void) | undefined;
  #over = false;
  #isClosing = false;
  /** How the process ended, in words; undefined while it runs. */
  ended: string | undefined;
  /** Why it had to be closed. */
  failure: CommandError | undefined;

  constructor(plan: StdioPlan) {
    this.#plan = plan;
    this.#reader = new MessageReader(
      {
        message: (message) => this.#receive(message),
        noise: (line) => plan.log.add(`${line}\n`),
        tooLong: (head, tail, bytes) => this.#refuse(head, tail, bytes),
      },
      MESSAGE_LIMIT,
    );
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const { config, folder, env, confinement } = this.#plan;
    const cwd = config.cwd === undefined ? folder : resolve(folder, config.cwd);
    const own = childEnvironment(env, config.env);
    // The sandbox reports a missing program in its own words, on the pipe of the server.
    if (confinement && !findProgram([resolveProgram(config.command, cwd)], own.PATH)) {
      this.#over = true;
      throw startError({ code: 'ENOENT' }, this.#plan);
    }
    const program = await prepareProgram(
      { program: config.command, args: config.args, cwd, env: {}, own },
      confinement,
    );
    this.#unconfine = program.release;
    await beginProgram(program, (attempt, hold) => this.#spawn(attempt, cwd, hold)).catch((thrown: unknown) => {
      this.#over = true;
      program.release();
      throw startError(thrown, this.#plan);
    });
  }

  async #spawn({ program, args, env }: Attempt, cwd: string, hold: Hold): Promise<Begun> {
    const child = spawn(program, args, {
      cwd,
      env: { ...env, [RUN_VARIABLE]: this.#tag },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    this.#release?.();
    if (child.pid !== undefined) this.#release = watchOver({ pid: child.pid, runId: this.#tag }, this.#plan.env.PATH);
    child.stdout.on(
      'data',
      hold((chunk: Buffer) => this.#reader.take(chunk)),
    );
    child.stderr.setEncoding('utf8').on(
      'data',
      hold((text: string) => this.#plan.log.add(text)),
    );
    // A pipe that breaks is no news: how the process ended is told by its end.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
    const tell = hold((code: number | null, signal: NodeJS.Signals | null) => {
      this.ended = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
      setTimeout(() => this.#finish(), DRAIN_MS);
    });
    const exited = new Promise<void>((resolve) => {
      child.once('exit', (code, signal) => {
        tell(code, signal);
        resolve();
      });
      child.once(
        'close',
        hold(() => this.#finish()),
      );
      child.once('error', () => resolve());
    });
    this.#exited = exited;
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    return { ended: exited.then(() => !this.#isClosing) };
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin || this.#over || this.ended !== undefined || isDying(this.#child?.pid)) {
      return Promise.reject(notRunning(this.#plan.name));
    }
    const isRequest = 'method' in message && 'id' in message;
    if (isRequest) {
      this.#waiting.add(message.id);
      this.#unsent.add(message.id);
    }
    return new Promise((resolve) => {
      // A request that could not be written is answered for when the end of the server is heard of.
      stdin.write(`${JSON.stringify(message)}\n`, (error) => {
        if (!error && isRequest) this.#unsent.delete(message.id);
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const child = this.#child;
    if (child?.pid === undefined) return this.#finish();
    child.stdin?.end();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([this.#exited, late]);
    clearTimeout(timer);
    await endTree({ pid: child.pid, runId: this.#tag }, END_GRACE_MS);
    this.#finish('swept');
  }

  #receive(message: JSONRPCMessage): void {
    if (!('method' in message) && 'id' in message && message.id !== undefined) this.#waiting.delete(message.id);
    this.onmessage?.(message);
  }

  /** An answer that is too long fails the call that it belongs to, and nothing else if that can be told. */
  #refuse(head: string, tail: string, bytes: number): void {
    const error = tooLarge(this.#plan.name, bytes);
    const id = [...this.#waiting].find((id) => mentions(head, tail, id)) ?? onlyOne(this.#waiting);
    if (id !== undefined) {
      this.#receive(answerWith(id, error));
      return;
    }
    this.failure = error;
    void this.close();
  }

  #finish(swept?: 'swept'): void {
    if (this.#over) return;
    this.#over = true;
    const child = this.#child;
    if (child?.pid !== undefined && !swept) {
      // What the server started and left behind ends with it.
      void endTree({ pid: child.pid, runId: this.#tag }, 0).finally(() => this.#release?.());
    } else this.#release?.();
    for (const id of this.#unsent) this.#receive(answerWith(id, notRunning(this.#plan.name)));
    for (const stream of [child?.stdin, child?.stdout, child?.stderr]) stream?.destroy();
    this.#unconfine?.();
    this.onclose?.();
  }
}

/** A program with a folder in its name is found from the working directory on, and others on the PATH. */
function resolveProgram(command: string, cwd: string): string {
  return command.includes('/') ? resolve(cwd, command) : command;
}

/** A process that was killed may take what is written a moment longer, while its threads end one by one. */
function isDying(pid: number | undefined): boolean {
  return platform === 'linux' && pid !== undefined && readProcesses([pid]).length === 0;
}

/** Nothing was sent, so that the call may be made again once the server was. */
function notRunning(name: string): CommandError {
  return new CommandError('UNAVAILABLE', `The MCP server ${name} has ended`, {
    retry: 'safe',
    details: { server: name },
  });
}

function mentions(head: string, tail: string, id: string | number): boolean {
  const text = JSON.stringify(id).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return (
    new RegExp(`^\\{[^{[]*"id"\\s*:\\s*${text}\\s*[,}]`).test(head) ||
    new RegExp(`"id"\\s*:\\s*${text}\\s*\\}\\s*$`).test(tail)
  );
}

function onlyOne(ids: ReadonlySet<string | number>): string | number | undefined {
  return ids.size === 1 ? [...ids][0] : undefined;
}

function startError(thrown: unknown, { name, config, folder }: StdioPlan): CommandError {
  const { code } = thrown as NodeJS.ErrnoException;
  if (code === 'ENOENT') {
    return new CommandError(
      'PROGRAM_MISSING',
      `The MCP server ${name} cannot be started: there is no ${config.command}`,
      {
        hint: `Install it, or correct its command. It would start in ${resolve(folder, config.cwd ?? '.')}, which must exist.`,
        details: { server: name, command: config.command },
        cause: thrown,
      },
    );
  }
  return toCommandError(thrown, config.command);
}
