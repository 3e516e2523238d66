import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, rmSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { pid } from 'node:process';

/** Gates made at once: to make one takes a process, and so does this many. */
const BATCH = 4;

/** The end of what a sandbox reports. */
export const REPORT_END = '.\n';

/**
 * Two pipes at which a sandbox stops when its mounts are made: it reports that in one, and continues when it can read from the other.
 * The sandbox has the second open for writing too, so that it does not continue when helve is killed.
 */
export class Gate {
  static readonly #free: Gate[] = [];
  static #count = 0;
  static #making: Promise<void> | undefined;
  readonly report: string;
  readonly answer: string;
  readonly #socket: Socket;
  readonly #descriptor: number;
  #reported = '';
  #decide: ((report: string) => string | undefined) | undefined;

  private constructor(report: string, answer: string) {
    this.report = report;
    this.answer = answer;
    const { O_RDWR, O_NONBLOCK } = constants;
    this.#socket = new Socket({ fd: openSync(report, O_RDWR | O_NONBLOCK), readable: true, writable: false });
    this.#descriptor = openSync(answer, O_RDWR | O_NONBLOCK);
    this.#socket.setEncoding('utf8').on('data', (text: string) => this.#hear(text));
    this.#socket.on('error', () => {});
    this.#socket.unref();
  }

  /** A gate at which a function decides by what the sandbox reports. The sandbox continues with the answer, and without one it waits. */
  static async take(folder: string, decide: (report: string) => string | undefined): Promise<Gate> {
    while (Gate.#free.length === 0) {
      Gate.#making ??= Gate.#make(folder).finally(() => {
        Gate.#making = undefined;
      });
      await Gate.#making;
    }
    const gate = Gate.#free.pop() as Gate;
    gate.#decide = decide;
    return gate;
  }

  /** For when the sandbox has ended. Only if it has passed is nothing left in the pipes, so that they can be used again. */
  free(hasPassed: boolean): void {
    this.#decide = undefined;
    this.#reported = '';
    if (hasPassed) {
      Gate.#free.push(this);
      return;
    }
    this.#socket.destroy();
    closeSync(this.#descriptor);
    for (const path of [this.report, this.answer]) rmSync(path, { force: true });
  }

  #hear(text: string): void {
    this.#reported += text;
    if (!this.#reported.endsWith(REPORT_END)) return;
    const answer = this.#decide?.(this.#reported.slice(0, -REPORT_END.length));
    this.#decide = undefined;
    if (answer !== undefined) writeSync(this.#descriptor, `${answer}\n`);
  }

  static async #make(folder: string): Promise<void> {
    const pairs = Array.from({ length: BATCH }, () => {
      const name = join(folder, `gate-${pid}-${(Gate.#count += 1)}`);
      return [`${name}-report`, `${name}-answer`] as const;
    });
    // A process of the same id may have left some.
    for (const path of pairs.flat()) rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      spawn('mkfifo', ['-m', '600', ...pairs.flat()], { cwd: '/', env: { PATH: '/usr/bin:/bin' }, stdio: 'ignore' })
        .on('error', reject)
        .on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`mkfifo ended with ${code}`))));
    });
    for (const [report, answer] of pairs) Gate.#free.push(new Gate(report, answer));
  }
}
