import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { platform } from 'node:process';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { IPty } from '@lydell/node-pty';
import { Arrival } from './arrival.ts';

export interface PtyOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cols: number;
  readonly rows: number;
  readonly onData: (bytes: Buffer) => void;
  /** After the last byte was given to `onData`. */
  readonly onExit: (exit: Exit) => void;
}

export interface Exit {
  readonly exitCode: number;
  /** The number of the signal that ended it; 0: none. */
  readonly signal: number;
}

/** What node-pty has and does not declare; without these (Windows) it works as it comes. */
interface PrivateParts {
  readonly _pty?: string;
  readonly _fd?: number;
  readonly _socket?: Socket;
  once(event: string, listener: () => void): unknown;
}

/** What a session does with the program that it is about. */
export interface Program {
  readonly pid: number;
  /** The terminal's device, if there is one. */
  readonly device: string | undefined;
  /** Gives how many bytes were taken before the signal was aborted or the program was over. */
  readonly write: (bytes: Buffer, signal: AbortSignal) => Promise<number>;
  /** Waits until all that was printed has been received; false: it cannot be known. */
  readonly received: () => Promise<boolean>;
  readonly resize: (cols: number, rows: number) => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

/** A program on a pseudo-terminal, every byte of whose output is delivered. */
export class Pty implements Program {
  readonly pid: number;
  /** The terminal's device: `/dev/pts/3`. */
  readonly device: string | undefined;
  readonly #pty: IPty;
  /** The terminal's other side, as long as it is open. */
  #master: number | undefined;
  #slave: number | undefined;
  readonly #arrival = new Arrival((bytes) => (this.#slave === undefined ? 0 : writeSync(this.#slave, bytes)));

  static async open(options: PtyOptions): Promise<Pty> {
    const { spawn } = await import('@lydell/node-pty');
    const { file, args, cwd, env, cols, rows } = options;
    const pty = spawn(file, [...args], { cwd, env: { ...env }, cols, rows, name: 'xterm-256color', encoding: null });
    return new Pty(pty, options);
  }

  private constructor(pty: IPty, { onData, onExit }: PtyOptions) {
    const parts = pty as unknown as PrivateParts;
    this.#pty = pty;
    this.pid = pty.pid;
    this.device = parts._pty;
    this.#master = parts._fd;
    parts._socket?.once('close', () => this.#closeMaster());
    const drain = this.#holdOpen(parts, onData);
    // With `encoding: null` the declared string is a Buffer.
    pty.onData((data: unknown) => this.#arrival.receive(data as Buffer, drain ?? onData));
    pty.onExit(({ exitCode, signal }) => {
      this.#closeMaster();
      this.#close();
      onExit({ exitCode, signal: signal ?? 0 });
    });
  }

  /**
   * Not through the socket: libuv takes the descriptor for a terminal whose writes may block, and waits in a loop that
   * stops the whole process until the program reads. The descriptor itself does not block.
   */
  async write(bytes: Buffer, signal: AbortSignal): Promise<number> {
    if (platform === 'win32') {
      this.#pty.write(bytes.toString());
      return bytes.length;
    }
    let taken = 0;
    for (;;) {
      if (this.#master === undefined || signal.aborted) return taken;
      try {
        taken += writeSync(this.#master, bytes, taken);
      } catch (thrown) {
        if ((thrown as NodeJS.ErrnoException).code !== 'EAGAIN') return taken;
      }
      if (taken === bytes.length) return taken;
      await delay(FULL_MS);
    }
  }

  received(): Promise<boolean> {
    return this.#arrival.complete();
  }

  resize(cols: number, rows: number): void {
    this.#pty.resize(cols, rows);
  }

  pause(): void {
    this.#pty.pause();
  }

  resume(): void {
    this.#pty.resume();
  }

  /**
   * On Linux the tail of fast output is lost when the last holder of the terminal's own side closes it: libuv takes the
   * hang-up for the end. So we hold it too. When the program has exited we write a mark through it: what was printed
   * comes before the mark, and when the mark arrives everything has. Only then is it closed.
   */
  #holdOpen(parts: PrivateParts, onData: (bytes: Buffer) => void): ((bytes: Buffer) => void) | undefined {
    const socket = parts._socket;
    if (!parts._pty || !socket) return undefined;
    const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants;
    this.#slave = openSync(parts._pty, O_RDWR | O_NOCTTY | O_NONBLOCK);
    const mark = Buffer.from(`\x1b]helve;${Math.random()}\x07`);
    let unmarked = mark;
    let tail: Buffer | undefined;
    let stuck: NodeJS.Timeout | undefined;

    const putMark = () => {
      if (this.#slave === undefined || unmarked.length === 0) return;
      try {
        unmarked = unmarked.subarray(writeSync(this.#slave, unmarked));
      } catch {
        // The terminal's buffer is full, or its output was stopped with ctrl+s.
        setTimeout(putMark, 10);
        return;
      }
      if (unmarked.length > 0) setTimeout(putMark, 10);
    };

    const destroy = socket.destroy.bind(socket);
    const finish = () => {
      if (tail === undefined) return;
      const rest = tail;
      tail = undefined;
      clearTimeout(stuck);
      if (rest.length > 0) onData(rest);
      this.#close();
      destroy();
    };

    // node-pty listens for `close` once, just when it has learnt of the exit, and destroys the socket 200 ms later
    // whether everything was read or not.
    const once = parts.once.bind(parts);
    parts.once = (event, listener) => {
      if (event === 'close') {
        tail = Buffer.alloc(0);
        socket.destroy = () => socket;
        this.#pty.resume();
        stuck = setTimeout(finish, STUCK_MS);
        putMark();
      }
      return once(event, listener);
    };

    return (bytes) => {
      if (tail === undefined) {
        onData(bytes);
        return;
      }
      const all = Buffer.concat([tail, bytes]);
      const at = all.indexOf(mark);
      if (at >= 0) {
        tail = all.subarray(0, at);
        finish();
        return;
      }
      const keep = Math.min(all.length, mark.length);
      if (all.length > keep) onData(all.subarray(0, all.length - keep));
      tail = all.subarray(all.length - keep);
      stuck?.refresh();
    };
  }

  #closeMaster(): void {
    this.#master = undefined;
  }

  #close(): void {
    if (this.#slave === undefined) return;
    closeSync(this.#slave);
    this.#slave = undefined;
  }
}

/** How long to wait when the terminal takes no more input. */
const FULL_MS = 5;

/** Output that was stopped with ctrl+s never moves again; nothing was lost by then that a terminal would show. */
const STUCK_MS = 5_000;
