import { beginProgram, type SetUp } from '@helve/processes';
import { Mask, maskText } from '../secret/mask.ts';
import type { Secrets } from '../secret/store.ts';
import { plainText } from './plain-text.ts';
import { PromptMarks } from './prompt-marks.ts';
import { type Exit, type Program, Pty, type PtyOptions } from './pty.ts';
import { Readers } from './readers.ts';
import { Screen, type ScreenView } from './screen.ts';
import { SessionFiles, type SessionMeta } from './session-files.ts';
import { logRange, readLog } from './session-log.ts';
import { findProgram, probeKernel, probeMarks, type Waiting } from './waiting.ts';
import { type TerminalModes, terminalModes } from './terminal-modes.ts';
import { replayScreen, type SessionOutput } from './stored-session.ts';
import { Typing } from './typing.ts';

export interface SessionOptions {
  readonly meta: Omit<SessionMeta, 'pid'>;
  readonly dir: string;
  readonly file: string;
  readonly args: readonly string[];
  /** The shell that the program keeps in, where it is not the program itself. */
  readonly shellInside?: string | undefined;
  /** It has nothing to read and no terminal. */
  readonly piped?: boolean | undefined;
  /** It runs in the sandbox. */
  readonly confined: boolean;
  /** How the sandbox is set up; absent: nothing is to be waited for. */
  readonly setUp?: SetUp | undefined;
  /** Called for each process that is started: a sandbox that could not be set up is started again. */
  readonly onSpawn?: (pid: number) => void;
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: Secrets;
  /** Credentials among its variables. */
  readonly hidden?: Secrets | undefined;
  /** The most bytes of its output to keep. */
  readonly keptBytes: number;
  readonly arch: string;
  readonly now: () => number;
}

/** Bytes that may wait to be drawn before the program is made to wait, and how few let it go on. */
const HIGH_WATER = 1024 * 1024;
const LOW_WATER = 128 * 1024;

/** How long a program may take to read the terminal's answer to a question. */
const REPLY_MS = 5000;

/** How long the beginning of what may be a secret is held back. */
const HOLD_MS = 200;

/** A program on a terminal that outlives the calls which use it. */
export class Session implements SessionOutput {
  readonly readers = new Readers();
  readonly files: SessionFiles;
  /** Its environment as it was started, and as it was changed from here since. */
  readonly environment: Map<string, string>;
  readonly #pty: Program;
  readonly #screen: Screen;
  readonly #mask: Mask;
  readonly #marks = new PromptMarks();
  readonly #arch: string;
  readonly #shellInside: string | undefined;
  #shellPid: number | undefined;
  readonly #listeners: Set<() => void>;
  readonly confined: boolean;
  /** What was typed on the shell's line and not entered yet. */
  readonly typing = new Typing();
  /** Bytes that were typed since the last line was entered. */
  unentered = 0;
  #writing: Promise<unknown> = Promise.resolve();
  #sizeWhenTyped: number | undefined;

  static async open(options: SessionOptions): Promise<Session> {
    const { meta, dir, now } = options;
    const mask = new Mask({ ...options.hidden, ...options.secrets });
    const listeners = new Set<() => void>();
    const early: Buffer[] = [];
    let receive = (bytes: Buffer) => {
      early.push(bytes);
    };
    let end: (exit: Exit) => void = (exit) => setImmediate(() => end(exit));
    let pty: Program | undefined;
    const screen = await Screen.open(meta.cols, meta.rows, (answer) => {
      void pty?.write(Buffer.from(answer), AbortSignal.timeout(REPLY_MS));
    });
    const openProgram = options.piped
      ? (await import('./piped-program.ts')).openPiped
      : (given: PtyOptions) => Pty.open(given);
    const { file: program, args, env, setUp } = options;
    const begun = await beginProgram({ program, args, env, setUp }, async (attempt, hold) => {
      let tellEnd: (isOwn: boolean) => void = () => {};
      const ended = new Promise<boolean>((resolve) => {
        tellEnd = resolve;
      });
      const opened = await openProgram({
        file: attempt.program,
        args: attempt.args,
        cwd: meta.workingDirectory,
        env,
        cols: meta.cols,
        rows: meta.rows,
        onData: hold((bytes: Buffer) => receive(bytes)),
        onExit: (exit) => {
          hold((last: Exit) => end(last))(exit);
          tellEnd(true);
        },
      });
      options.onSpawn?.(opened.pid);
      return { opened, ended };
    });
    pty = begun.opened;
    const files = new SessionFiles(dir, { ...meta, pid: pty.pid }, now, options.keptBytes);
    const session = new Session(pty, screen, files, mask, listeners, options);
    receive = (bytes) => session.#receive(bytes);
    end = (exit) => session.#end(exit, now());
    for (const bytes of early) receive(bytes);
    return session;
  }

  private constructor(
    pty: Program,
    screen: Screen,
    files: SessionFiles,
    mask: Mask,
    listeners: Set<() => void>,
    { arch, env, secrets, shellInside, confined }: SessionOptions,
  ) {
    this.environment = new Map(Object.entries(env).map(([name, value]) => [name, maskText(value, secrets)]));
    this.#pty = pty;
    this.#screen = screen;
    this.files = files;
    this.#mask = mask;
    this.#listeners = listeners;
    this.#arch = arch;
    this.#shellInside = shellInside;
    this.confined = confined;
  }

  get id(): string {
    return this.files.meta.sessionId;
  }

  get pid(): number {
    return this.#pty.pid;
  }

  /** The process that reads command lines: the first, or one below it that is kept in a sandbox. */
  get shellPid(): number {
    if (this.#shellInside !== undefined) this.#shellPid ??= findProgram(this.pid, this.#shellInside);
    return this.#shellPid ?? this.pid;
  }

  get meta(): SessionMeta {
    return this.files.meta;
  }

  get size(): number {
    return this.files.size;
  }

  get start(): number {
    return logRange(this.files.dir).start;
  }

  get running(): boolean {
    return this.files.meta.endedAt === null;
  }

  /** Calls `listener` when something was printed and when the program is over; gives how to stop that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  read(from: number, length: number): Buffer {
    return readLog(this.files.dir, from, length);
  }

  view(): Promise<ScreenView> {
    return this.running ? this.#screen.view() : replayScreen(this);
  }

  /** The modes that programs asked of the terminal. */
  modes(): ReturnType<Screen['modes']> {
    return this.#screen.modes();
  }

  /** The modes of the terminal's line discipline. */
  async lineModes(): Promise<TerminalModes | undefined> {
    const { device } = this.#pty;
    return this.running && device !== undefined ? terminalModes(device) : undefined;
  }

  /** Waits until all that was printed has been received; false: it cannot be known. */
  received(): Promise<boolean> {
    return this.#pty.received();
  }

  /** Whether somebody must type before anything goes on, as far as can be told now. */
  probe(): Waiting {
    const known = this.#pty.device === undefined ? undefined : probeKernel(this.shellPid, this.#pty.device, this.#arch);
    const found = known ?? probeMarks(this.#marks.state, this.#lastLine());
    // A session that was started with a command may well have no shell.
    return { ...found, atPrompt: found.atPrompt && this.meta.command === null };
  }

  /** The same, and whether what is typed would be hidden; `asked` is the modes of a program that has waited since. */
  async probeEcho(asked?: Promise<TerminalModes | undefined>): Promise<Waiting> {
    const found = this.probe();
    const modes = await (found.waiting && asked ? asked : this.modesOf(found));
    return modes && !modes.echo && modes.canonical ? { ...found, evidence: 'echo-off' } : found;
  }

  /**
   * The modes that decide whether what is typed is hidden. Asking for them starts a program, so it is asked only while
   * somebody waits, and not of a shell that edits its line.
   */
  async modesOf({ waiting, atPrompt, byKey }: Waiting): Promise<TerminalModes | undefined> {
    return waiting && this.running && !(atPrompt && byKey) ? this.lineModes() : undefined;
  }

  /** Whether nothing was printed since something was typed, which may not have been read yet. */
  get isUnanswered(): boolean {
    return this.#sizeWhenTyped === this.size;
  }

  /** From now on the text is shown as the secret's name. */
  hide(name: string, secret: string): void {
    this.#mask.add(name, secret);
  }

  /** Hands the pieces to the program one after the other, as fast as it takes them; gives how many bytes it took. */
  write(pieces: readonly Buffer[], signal: AbortSignal): Promise<number> {
    const work = this.#writing.then(async () => {
      this.#sizeWhenTyped = this.size;
      let taken = 0;
      for (const piece of pieces) {
        if (signal.aborted || !this.running) break;
        this.#marks.typed(piece);
        const accepted = await this.#pty.write(piece, signal);
        taken += accepted;
        if (accepted < piece.length) break;
      }
      return taken;
    });
    this.#writing = work;
    return work;
  }

  resize(cols: number, rows: number): void {
    this.#pty.resize(cols, rows);
    this.#screen.resize(cols, rows);
    this.files.resized(cols, rows);
  }

  #lastLine(): string {
    const { size } = this.files;
    const from = Math.max(0, size - 1024);
    return (
      plainText(this.read(from, size - from).toString())
        .split('\n')
        .at(-1) ?? ''
    );
  }

  #receive(bytes: Buffer): void {
    this.#show(this.#mask.push(bytes));
    if (this.#mask.holds) {
      clearTimeout(this.#holding);
      this.#holding = setTimeout(() => this.#show(this.#mask.release()), HOLD_MS);
    }
  }

  #holding: NodeJS.Timeout | undefined;

  #show(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.files.append(bytes);
    this.#marks.printed(bytes);
    this.#screen.feed(bytes, () => {
      if (this.#screen.pending <= LOW_WATER) this.#pty.resume();
    });
    if (this.#screen.pending > HIGH_WATER) this.#pty.pause();
    this.#changed();
  }

  #end({ exitCode, signal }: Exit, now: number): void {
    clearTimeout(this.#holding);
    this.#show(this.#mask.flush());
    this.files.update({
      endedAt: now,
      exitCode: signal === 0 ? exitCode : 128 + signal,
      signal: signal === 0 ? null : signal,
    });
    this.files.close();
    this.#screen.close();
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
