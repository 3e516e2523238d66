import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

export interface TerminalModes {
  /** What is typed is shown. */
  readonly echo: boolean;
  /** Input is handed over by whole lines, and a line longer than 4,095 bytes is cut. */
  readonly canonical: boolean;
}

/** The modes of a terminal, by `stty`: Node has no way to ask. */
export function terminalModes(device: string): Promise<TerminalModes | undefined> {
  asker ??= new Asker(() => {
    asker = undefined;
  });
  return asker.ask(device);
}

let asker: Asker | undefined;

/** How long the shell is kept that nobody asks anything. */
const IDLE_MS = 10_000;

/** Runs `stty` for each line that it reads, and ends its output with a character that `stty` never prints. */
const SCRIPT = `while IFS= read -r device; do stty -a <"$device" 2>/dev/null; printf '\\036'; done`;
const END = '\x1e';

/** A shell that starts `stty`: from a process as large as Node that takes milliseconds, in which nothing else is done. */
class Asker {
  readonly #shell: ChildProcessByStdio<Socket, Socket, null>;
  readonly #waiting: ((text: string) => void)[] = [];
  readonly #onEnd: () => void;
  #text = '';
  #idle: NodeJS.Timeout | undefined;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    const shell = spawn('sh', ['-c', SCRIPT], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    });
    // Its pipes are sockets, which Node does not declare.
    this.#shell = shell as ChildProcessByStdio<Socket, Socket, null>;
    for (const part of [this.#shell, this.#shell.stdin, this.#shell.stdout]) part.unref();
    this.#shell.stdout.on('data', (chunk: Buffer) => this.#receive(chunk.toString('latin1')));
    this.#shell.stdin.on('error', () => this.#end());
    this.#shell.on('error', () => this.#end()).on('close', () => this.#end());
  }

  ask(device: string): Promise<TerminalModes | undefined> {
    clearTimeout(this.#idle);
    return new Promise((resolve) => {
      this.#waiting.push((text) => resolve(parse(text)));
      this.#shell.stdin.write(`${device}\n`);
    });
  }

  #receive(chunk: string): void {
    const [last = '', ...answers] = (this.#text + chunk).split(END).toReversed();
    this.#text = last;
    for (const answer of answers.toReversed()) this.#waiting.shift()?.(answer);
    if (this.#waiting.length > 0) return;
    this.#idle = setTimeout(() => this.#end(), IDLE_MS);
    this.#idle.unref();
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#onEnd();
    this.#shell.stdin.end();
    for (const answer of this.#waiting.splice(0)) answer('');
  }
}

function parse(text: string): TerminalModes | undefined {
  const words = new Set(text.split(/[\s;]+/));
  if (!words.has('echo') && !words.has('-echo')) return undefined;
  return { echo: words.has('echo'), canonical: words.has('icanon') };
}
