import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { execPath, platform, versions } from 'node:process';
import { StringDecoder } from 'node:string_decoder';
import type { Confinement, Place } from '@helve/command';
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
import { RUNNER } from './runner.ts';

export interface ScriptPlan {
  readonly place: Place;
  readonly confinement: Confinement | undefined;
  readonly message: (message: Readonly<Record<string, unknown>>) => void;
  /** The process has ended, or says what nobody understands. */
  readonly ended: (why: string) => void;
}

const MEGABYTES = 256;
/** A line of the script's process may have this many characters. */
const MOST_OF_LINE = 16 * 1024 * 1024;
const MOST_OF_STDERR = 1_000;

/** A process that runs a script. Nothing of it is left when it is closed, nor when this process is killed. */
export class ScriptProcess {
  readonly #plan: ScriptPlan;
  readonly #tag = randomBytes(16).toString('hex');
  readonly #decoder = new StringDecoder('utf8');
  #child: ChildProcess | undefined;
  #release = () => {};
  #unwatch: (() => void) | undefined;
  #held = '';
  #said = '';
  #isOver = false;

  private constructor(plan: ScriptPlan) {
    this.#plan = plan;
  }

  static async start(plan: ScriptPlan): Promise<ScriptProcess> {
    const started = new ScriptProcess(plan);
    const { place, confinement } = plan;
    const { PATH = '', HOME = '' } = place.env;
    const program = await prepareProgram(
      { program: execPath, args: argumentsOf(), cwd: place.cwd, env: {}, own: { PATH, HOME, NODE_NO_WARNINGS: '1' } },
      confinement,
    );
    started.#release = program.release;
    await beginProgram(program, (attempt, hold) => started.#spawn(attempt, hold)).catch((thrown: unknown) => {
      program.release();
      throw thrown;
    });
    return started;
  }

  send(message: object): void {
    this.#child?.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#isOver = true;
    const pid = this.#child?.pid;
    if (pid !== undefined) await endTree({ pid, runId: this.#tag }, 0);
    for (const stream of [this.#child?.stdin, this.#child?.stdout, this.#child?.stderr]) stream?.destroy();
    this.#unwatch?.();
    this.#release();
  }

  async #spawn({ program, args, env }: Attempt, hold: Hold): Promise<Begun> {
    const child = spawn(program, args, {
      cwd: this.#plan.place.cwd,
      env: { ...env, [RUN_VARIABLE]: this.#tag },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    this.#unwatch?.();
    if (child.pid !== undefined)
      this.#unwatch = watchOver({ pid: child.pid, runId: this.#tag }, this.#plan.place.env.PATH);
    child.stdout.on(
      'data',
      hold((chunk: Buffer) => this.#take(chunk)),
    );
    child.stderr.setEncoding('utf8').on(
      'data',
      hold((text: string) => {
        this.#said = `${this.#said}${text}`.slice(-MOST_OF_STDERR);
      }),
    );
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
    const end = hold(() => this.#end(this.#said.trim() || 'its process ended'));
    const closed = new Promise<void>((resolve) => {
      child.once('close', () => {
        end();
        resolve();
      });
      child.once('error', () => resolve());
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    return { ended: closed.then(() => !this.#isOver) };
  }

  #take(chunk: Buffer): void {
    this.#held += this.#decoder.write(chunk);
    if (this.#held.length > MOST_OF_LINE) return this.#end('it sent too much at once');
    for (let end = this.#held.indexOf('\n'); end >= 0; end = this.#held.indexOf('\n')) {
      const line = this.#held.slice(0, end);
      this.#held = this.#held.slice(end + 1);
      this.#plan.message(JSON.parse(line) as Readonly<Record<string, unknown>>);
    }
  }

  #end(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#plan.ended(why);
  }
}

/** Where there is no sandbox, Node itself keeps the script from files, programs and threads. */
function argumentsOf(): readonly string[] {
  const permission = Number(versions.node.split('.')[0]) >= 24 ? '--permission' : '--experimental-permission';
  return [permission, `--max-old-space-size=${MEGABYTES}`, '-e', RUNNER];
}
